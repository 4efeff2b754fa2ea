import { getReferencedService } from "../catalog/services/get-service.ts";
import { newId } from "../kit/ids.ts";
import { Refusal } from "../kit/refusal.ts";
import { getUser } from "../operation/access/users/identify-user.ts";
import { write } from "../operation/define.ts";
import { balanceExists, NewBalance, OneBalance } from "../schemas/balances.ts";
import { referencedServiceNotFound } from "../schemas/services.ts";
import { userNotFound } from "../schemas/users.ts";
import { loadBalance } from "./load-balance.ts";
import { insertBalance } from "./store.ts";

export const createBalance = write("POST /balances", {
  name: "balances.create",
  summary: "Create a prepaid balance",
  description:
    "A user has at most one balance per service. It starts empty: credit it with `POST /balances/{balanceId}/top-ups` or `/grants`, and charge it with usage events. The USDC of top-ups goes to you: the balance is the usage that you owe for it.",
  status: 201,
  refusals: { referencedServiceNotFound, userNotFound: userNotFound("userId"), balanceExists },
  input: NewBalance,
  output: OneBalance,
  run: async (work, { serviceId, userId, overdraft, lowAt }) => {
    const { tx, now } = work;
    const service = await getReferencedService(work, serviceId);
    const user = await getUser(work, userId, "userId");
    const id = newId();
    const isNew = await insertBalance(tx, {
      id,
      serviceId: service.id,
      ownerId: service.ownerId,
      userId: user.id,
      status: "ACTIVE",
      available: 0,
      held: 0,
      unsettled: 0,
      overdraft: overdraft ?? 0,
      lowAt: lowAt ?? null,
      position: 0,
      createdAt: now,
      updatedAt: now,
    });
    if (!isNew) throw new Refusal(balanceExists);
    return { balance: await loadBalance(work, id) };
  },
});
