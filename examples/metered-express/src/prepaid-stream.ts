import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type Gate, PaymentRequiredError, type UsanceClient } from "@usance/sdk";
import type { Response } from "express";
import type { Sale } from "./setup.ts";
import type { SubscribersHandler } from "./subscribers-only.ts";

/**
 * Streams an answer and charges it to the caller's prepaid balance by the rate card: what all of it costs is held first, and
 * what was sent is charged. Nobody gets more than was paid, however many calls run at once; who hangs up pays for what was sent.
 *
 * @param linesOf the lines of the answer; null when the request is no valid one
 */
export function prepaidStream(
  usance: UsanceClient,
  gate: Gate,
  { serviceId }: Sale,
  linesOf: (query: Readonly<Record<string, unknown>>) => readonly string[] | null,
): SubscribersHandler {
  return async ({ query }, res) => {
    const lines = linesOf(query);
    if (lines === null) return void res.status(400).json({ error: "See GET /daylight." });
    const { subscriptionId, userId } = res.locals;
    const [balance] = (await usance.balances.list({ serviceId, userId, limit: 1 })).balances;
    if (balance === undefined) return void res.status(402).json({ error: "Prepay first." });
    const eventKey = `daylight:${randomUUID()}`;
    const usage = { serviceId, subscriptionId, userId, eventKey, quantity: String(lines.length) };
    try {
      await gate.run({ ...usage, balanceId: balance.id }, async () => {
        const value = await send(res, lines);
        return { quantity: String(value), value };
      });
    } catch (error) {
      if (!(error instanceof PaymentRequiredError)) throw error;
      return void res.status(402).json({ error: error.message });
    }
    res.end();
  };
}

/** @returns how many lines were sent before the end, or before the reader hung up */
async function send(res: Response, lines: readonly string[]): Promise<number> {
  res.type("application/x-ndjson");
  let sent = 0;
  for (const line of lines) {
    if (res.closed || res.destroyed) break;
    sent += 1;
    if (!res.write(`${line}\n`)) await Promise.race([once(res, "drain"), once(res, "close")]);
  }
  return sent;
}
