import { z } from "zod";
import { countUpTo, type ListedTable } from "../db/list-page.ts";
import { invoiceList } from "../invoices/store.ts";
import { component } from "../kit/answers.ts";
import { oneOf, request } from "../kit/fields.ts";
import { read } from "../operation/define.ts";
import { disputeStatuses } from "../schemas/disputes.ts";
import { invoiceStatuses } from "../schemas/records.ts";
import { settlementStatuses } from "../schemas/settlement-states.ts";
import { disputeList } from "../settlements/disputes/store.ts";
import { settlementList } from "../settlements/store.ts";

/** Up to how many records of a status are counted. */
const max = 1_000;

/** What is counted: the lists with an index of statuses. */
const counted = {
  invoices: { list: invoiceList, statuses: invoiceStatuses },
  settlements: { list: settlementList, statuses: settlementStatuses },
  disputes: { list: disputeList, statuses: disputeStatuses },
} satisfies Readonly<Record<string, Counted>>;

interface Counted {
  readonly list: ListedTable<never>;
  readonly statuses: readonly string[];
}

const StatusCount = component("StatusCount", "How many records have a status.", {
  status: z.string().meta({ description: "The status, as records show it", example: "OPEN" }),
  count: z.int().meta({ description: `How many records have it; at most ${max}`, example: 2 }),
  isMore: z.boolean().meta({ description: `Whether more than ${max} have it`, example: false }),
});

export const countRecords = read("GET /reports/counts", {
  name: "reports.counts",
  cost: "large",
  summary: "Count records by status",
  description: `Returns how many invoices, settlements or disputes have each status now, up to ${max}.`,
  input: request({
    of: oneOf(["invoices", "settlements", "disputes"]).meta({
      description: "What is counted",
      example: "invoices",
    }),
  }),
  output: z.object({
    counts: z.array(StatusCount).meta({ description: "Every status, in a fixed order" }),
  }),
  run: async (work, { of }) => {
    if (of === "invoices") await work.due.advanceAll(work, "invoices");
    const { list, statuses }: Counted = counted[of];
    const counts: z.input<typeof StatusCount>[] = [];
    for (const status of statuses) {
      const found = await countUpTo(work.db, list, work.tenant, { status, max });
      counts.push({ status, count: Math.min(found, max), isMore: found > max });
    }
    return { counts };
  },
});
