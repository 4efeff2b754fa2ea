import { randomUUID } from "node:crypto";
import { type BalanceCall, chargeOf, newKey, type Prepaid } from "./charges.ts";

/** How long holds last, in milliseconds: some expire before they are ended. */
const lasting = [300, 60_000, 3_600_000] as const;

/** Places holds and ends each by two calls at once, or leaves it to expire, until it is over. */
export async function keepHolding(
  call: BalanceCall,
  balances: readonly Prepaid[],
  isOver: () => boolean,
): Promise<void> {
  const { random, told } = call.service;
  while (!isOver()) {
    const prepaid = random.oneOf(balances);
    const input = {
      balanceId: prepaid.balanceId,
      key: randomUUID(),
      amount: "0.5",
      expiresAt: new Date(Date.now() + random.oneOf(lasting)).toISOString(),
    };
    const [placed, again] = await Promise.all([
      told("POST", "/holds", input),
      random.chance(0.2) ? told("POST", "/holds", input) : null,
    ]);
    const id: string | undefined = placed.body?.hold?.id;
    if (placed.status !== 201 || id === undefined) {
      // A call that was cut may have come too late, and the clock of a process may be far off.
      if (placed.status !== 400) call.told.problem(`A hold was answered ${placed.status}`);
      continue;
    }
    if (again?.status === 201 && again.body.hold.id !== id) {
      call.told.problem(`The key of hold ${id} has another hold, ${again.body.hold.id}`);
    }
    if (random.chance(0.1)) continue; // nobody ends it
    await endTwice(call, prepaid, id);
  }
}

async function endTwice(call: BalanceCall, prepaid: Prepaid, id: string): Promise<void> {
  const { told, service } = call;
  const { random } = service;
  const { subscriptionId } = prepaid;
  const eventKey = newKey(`0.${random.integer(100_000, 499_999)}`);
  const usageEvent = { subscriptionId, eventKey, quantity: "1" };
  const commit = { amount: chargeOf(eventKey), usageEvent };
  const [committed, other] = await Promise.all([
    service.told("POST", `/holds/${id}/commit`, commit),
    random.chance(0.5)
      ? service.told("POST", `/holds/${id}/commit`, commit)
      : service.told("POST", `/holds/${id}/release`, {}),
  ]);
  const isCommitted = committed.status === 200;
  if (isCommitted && other.body?.hold?.status === "RELEASED") {
    told.problem(`Hold ${id} was committed and released`);
  }
  if (isCommitted) told.served.set(eventKey, "known");
  told.ended.set(id, isCommitted ? chargeOf(eventKey) : null);
}
