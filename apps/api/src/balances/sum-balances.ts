import { z } from "zod";
import { getReferencedService } from "../catalog/services/services.ts";
import { Prisma } from "../db/generated/client.ts";
import { runStatement } from "../db/statements.ts";
import { component, decimalOut, id } from "../kit/answers.ts";
import { request, requiredId } from "../kit/fields.ts";
import { read } from "../operation/define.ts";
import { referencedServiceNotFound } from "../schemas/services.ts";

const sums = {
  name: "sum_balances",
  text: `
  SELECT coalesce(sum(greatest(available, 0)), 0)::text AS available, coalesce(sum(held), 0)::text AS held,
         coalesce(sum(greatest(-available - held, 0)), 0)::text AS owed,
         coalesce(sum(overdraft), 0)::text AS overdraft
    FROM balances WHERE service_id = $1`,
};

const BalanceTotals = component("BalanceTotals", "Sums of the balances of a service.", {
  serviceId: id(),
  available: decimalOut().meta({
    description: "What subscribers can spend without an overdraft, in USDC: usage that you owe",
  }),
  held: decimalOut().meta({ description: "What holds have set aside, in USDC" }),
  owed: decimalOut().meta({
    description: "What was charged beyond the credit, in USDC: your exposure",
  }),
  overdraft: decimalOut().meta({
    description: "The most that can be owed by now, in USDC: the sum of the overdrafts",
  }),
});

export const sumBalances = read("GET /services/{serviceId}/balance-totals", {
  name: "balances.totals",
  cost: "large",
  summary: "Add up a service's balances",
  description:
    "Returns exact sums of all balances of the service, as they are stored: what has expired may count for up to a minute more.",
  refusals: { referencedServiceNotFound },
  input: request({ serviceId: requiredId() }),
  output: z.object({ balanceTotals: BalanceTotals }),
  run: async (work, { serviceId }) => {
    const service = await getReferencedService(work, serviceId);
    const [row] = await runStatement<Record<string, string>>(work.db, sums, [service.id]);
    const found = Object.entries(row ?? {}).map(([name, sum]) => [name, new Prisma.Decimal(sum)]);
    return { balanceTotals: { serviceId: service.id, ...Object.fromEntries(found) } };
  },
});
