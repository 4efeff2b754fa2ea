import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Component } from "@usance/rating";
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
  return { ...subscriber, balanceId: await newBalance(to, subscriber, credit) };
}

/** @param keyPrefix default: the general balance */
export async function newBalance(
  to: Address,
  { serviceId, userId }: Subscriber,
  credit: string | null,
  keyPrefix?: string,
): Promise<string> {
  const created = await callApi(to, "POST", "/balances", { serviceId, userId, keyPrefix });
  const { id } = created.body.balance;
  if (credit === null) return id;
  const grant = { amount: credit, reason: "Credit" };
  const granted = await callApi(to, "POST", `/balances/${id}/grants`, grant);
  if (granted.status !== 201) throw new Error("The balance has no credit.");
  return id;
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

/** Dearer up to the 50th unit: 100 units cost 1 USDC, and 50 of them 0.6. */
export const components: readonly Component[] = [
  {
    type: "GRADUATED",
    description: "Calls",
    tiers: [
      { upTo: "50", unitAmount: "0.012" },
      { upTo: null, unitAmount: "0.008" },
    ],
  },
];

/** Before anything here, by every clock. */
const beforeAll = "2026-01-01T00:00:00Z";

/** Adds the rate card to a subscriber's plan. It prices usage of any time: the clock of another process may be behind. */
export async function setPrices(to: Address, { paymentPlanId }: Subscriber): Promise<void> {
  const { status } = await callApi(to, "POST", `/plans/${paymentPlanId}/rate-cards`, {
    components,
    effectiveFrom: beforeAll,
  });
  if (status !== 201) throw new Error(`The rate card was answered ${status}.`);
}

const kinds = ["balance", "limit", "rate card"] as const;

/**
 * A program with 1 USDC: on its balance, by a limit, or on its balance and charged by a rate card.
 *
 * @param isShared whether a part of it is on a balance for the prefix of its charges
 */
async function newProgram(
  to: Address,
  kind: (typeof kinds)[number],
  { charge, isShared }: { readonly charge: string; readonly isShared: boolean },
): Promise<Prepaid> {
  const own = isShared ? "0.395" : "1";
  const prepaid = await newPrepaid(to, kind === "limit" ? "1000" : own);
  if (isShared) await newBalance(to, prepaid, "0.605", charge);
  if (kind === "rate card") await setPrices(to, prepaid);
  const limit = { measure: "charge", max: "1", window: "ever", action: "REJECT" };
  if (kind === "limit") await setLimit(to, prepaid, limit);
  // All its usage is of one period, whose tiers begin once. Otherwise the clocks of processes could disagree.
  return { ...prepaid, occurredAt: beforeAll };
}

/**
 * Runs programs that have 1 USDC and make a thousand concurrent calls of 0.01 USDC, or by a rate card with tiers, until it is
 * over. Exactly one hundred must be served.
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
    const kind = by.service.random.oneOf(kinds);
    const charge = kind === "rate card" ? "priced-1" : "0.01";
    const terms = { charge, isShared: by.service.random.chance(0.5) };
    const prepaid =
      url === null ? null : await newProgram({ url, key }, kind, terms).catch(() => null);
    if (prepaid === null) {
      await sleep(pauseMs);
      continue;
    }
    const keys = Array.from({ length: 1_000 }, () => newKey(charge));
    await Promise.all(keys.map((key) => chargeAll(by, prepaid, [key])));
    const served = keys.filter((key) => by.told.served.has(key)).length;
    if (served !== 100) by.told.problem(`${prepaid.balanceId} was served ${served} times`);
    if (kind !== "limit") by.told.depleted.add(prepaid.balanceId);
    runs += 1;
  }
  return runs;
}
