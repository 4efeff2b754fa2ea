import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { merchantAddress, newReference, payerAddress } from "../../harness/story.ts";
import { type BalanceCall, chargeAll, newKey, type Prepaid, pauseMs } from "./charges.ts";

/** How often a payer asks for one settlement: the service goes on with it by itself. */
const maxSettleTries = 20;
/** Events that a payer has charged after each top-up, of about as much as it has. */
const charges = 12;

/**
 * Tops a balance up, or is granted credit that expires, and spends it, until it is over. A reorganization may take a
 * payment back that was spent: the balance is frozen until it is paid again.
 */
export async function keepPaying(
  call: BalanceCall,
  prepaid: Prepaid,
  isOver: () => boolean,
): Promise<void> {
  const { random } = call.service;
  while (!isOver()) {
    await (random.chance(0.7) ? topUp(call, prepaid) : grant(call, prepaid));
    for (let made = 0; made < charges && !isOver(); made += 1) {
      await chargeAll(call, prepaid, [newKey(`0.${random.integer(100_000, 300_000)}`)]);
    }
  }
}

const once = () => ({ "Idempotency-Key": randomUUID() });

async function topUp(call: BalanceCall, { balanceId }: Prepaid): Promise<void> {
  const path = `/balances/${balanceId}/top-ups`;
  const { status, body } = await call.service.told("POST", path, { amount: "2" }, once());
  if (status !== 201) return call.told.problem(`A top-up was answered ${status} ${body?.error}`);
  const invoiceId: string = body.invoice.id;
  const settlement = { invoiceId, referenceHash: newReference(), payerAddress, merchantAddress };
  for (let tries = 0; tries < maxSettleTries; tries += 1) {
    const answer = await call.service.ask("POST", "/settlements", settlement);
    if (answer?.status === 200 || answer?.status === 201) {
      call.told.toppedUp.add(invoiceId);
      return;
    }
    await sleep(pauseMs);
  }
}

async function grant(call: BalanceCall, { balanceId }: Prepaid): Promise<void> {
  const expiresAt = new Date(Date.now() + call.service.random.oneOf([2_000, 60_000, 90_000_000]));
  const { status, body } = await call.service.told(
    "POST",
    `/balances/${balanceId}/grants`,
    { amount: "1", reason: "Credit", expiresAt: expiresAt.toISOString() },
    once(),
  );
  if (status === 201) call.told.granted.add(body.balanceGrant.id);
  // It may have expired, by the clock of the process.
  else if (status !== 400) call.told.problem(`A grant was answered ${status} ${body?.error}`);
}
