import { setTimeout as sleep } from "node:timers/promises";
import { type Address, call as callApi, newSubscriber } from "../../processes/calls.ts";
import type { Stage } from "../stage.ts";
import { type BalanceCall, chargeAll, newKey, type Prepaid, pauseMs } from "./charges.ts";

/** A new subscriber with a balance. @param credit granted to it; null: none */
export async function newPrepaid(to: Address, credit: string | null): Promise<Prepaid> {
  const subscriber = await newSubscriber(to);
  const { serviceId, userId } = subscriber;
  const created = await callApi(to, "POST", "/balances", { serviceId, userId });
  const { id: balanceId } = created.body.balance;
  if (credit === null) return { ...subscriber, balanceId };
  const grant = { amount: credit, reason: "Credit" };
  const granted = await callApi(to, "POST", `/balances/${balanceId}/grants`, grant);
  if (granted.status !== 201) throw new Error("The balance has no credit.");
  return { ...subscriber, balanceId };
}

/**
 * Runs programs that have 1 USDC and make a thousand concurrent calls of 0.01 USDC, until it is over. Exactly one hundred
 * must be served.
 *
 * @returns how many programs have spent it
 */
export async function keepRunningPrograms(
  by: BalanceCall,
  { key }: Stage["to"],
  isOver: () => boolean,
): Promise<number> {
  let runs = 0;
  while (!isOver()) {
    const url = by.service.address();
    // A process may be killed while the program signs up: it begins again, as another one.
    const prepaid = url === null ? null : await newPrepaid({ url, key }, "1").catch(() => null);
    if (prepaid === null) {
      await sleep(pauseMs);
      continue;
    }
    const keys = Array.from({ length: 1_000 }, () => newKey("0.01"));
    await Promise.all(keys.map((key) => chargeAll(by, prepaid, [key])));
    const served = keys.filter((key) => by.told.served.has(key)).length;
    if (served !== 100) by.told.problem(`${prepaid.balanceId} was served ${served} times`);
    by.told.depleted.add(prepaid.balanceId);
    runs += 1;
  }
  return runs;
}
