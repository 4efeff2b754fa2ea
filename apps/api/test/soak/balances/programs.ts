import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Address,
  call as callApi,
  newSubscriber,
  type Subscriber,
} from "../../processes/calls.ts";
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

/** Sets a limit of a subscriber's service. */
export async function setLimit(
  to: Address,
  { serviceId }: Subscriber,
  terms: object,
): Promise<void> {
  const input = { serviceId, scope: "service", ...terms };
  const { status } = await callApi(to, "PUT", `/limits/soak-${randomUUID()}`, input);
  if (status !== 200) throw new Error(`The limit was answered ${status}.`);
}

/** A program with 1 USDC: on its balance, or by a limit. */
async function newProgram(to: Address, isLimited: boolean): Promise<Prepaid> {
  if (!isLimited) return newPrepaid(to, "1");
  const prepaid = await newPrepaid(to, "1000");
  await setLimit(to, prepaid, { measure: "charge", max: "1", window: "ever", action: "REJECT" });
  return prepaid;
}

/**
 * Runs programs that have 1 USDC, on a balance or by a limit, and make a thousand concurrent calls of 0.01 USDC, until it is over. Exactly one hundred
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
    const isLimited = by.service.random.chance(0.5);
    const prepaid =
      url === null ? null : await newProgram({ url, key }, isLimited).catch(() => null);
    if (prepaid === null) {
      await sleep(pauseMs);
      continue;
    }
    const keys = Array.from({ length: 1_000 }, () => newKey("0.01"));
    await Promise.all(keys.map((key) => chargeAll(by, prepaid, [key])));
    const served = keys.filter((key) => by.told.served.has(key)).length;
    if (served !== 100) by.told.problem(`${prepaid.balanceId} was served ${served} times`);
    if (!isLimited) by.told.depleted.add(prepaid.balanceId);
    runs += 1;
  }
  return runs;
}
