import type { z } from "zod";
import { Refusal } from "../kit/refusal.ts";
import type { Writing } from "../operation/work.ts";
import { overdraftUnknown } from "../schemas/balances.ts";
import { eventAlreadyRecorded, type NewUsageEvent } from "../schemas/usage-events.ts";
import { RecordedMeanwhile, recordAdmittedIn } from "./record-admitted.ts";
import { chargeOf, meterUpToDate } from "./record-usage.ts";
import { isMetered, type Metered, type Reported, refused } from "./reported.ts";
import { UsageWriter } from "./usage-writer.ts";

type Input = z.output<typeof NewUsageEvent>;

/**
 * Records one event in the caller's transaction, without waiting for a batch.
 *
 * @returns the event's id
 * @throws Refusal exactly as POST /usage-events answers
 */
export async function recordWithin(
  { tx, due, tenant, by, time }: Pick<Writing, "tx" | "due" | "tenant" | "by" | "time">,
  input: Input,
): Promise<string> {
  const charge = chargeOf(input);
  const writer = new UsageWriter(
    (batch, allowSecond) => recordAdmittedIn(tx, batch, allowSecond),
    true,
  );
  const record = async (events: readonly Reported[]) =>
    (await writer.write(events, await time())).metered.filter(isMetered).map(orTooLow);
  const event = { input, charge, tenant, apiKeyId: by.keyId, idempotencyHash: null };
  const [outcome] = await orRecorded(() =>
    meterUpToDate({ db: tx, due, meter: { record } }, [event]),
  );
  if (outcome?.outcome === "refused") throw new Refusal(outcome.why);
  if (outcome?.outcome !== "recorded") throw outcome?.error;
  return outcome.usageEvent.id;
}

/** No transaction waits for the chain, so what backs an overdraft is not looked up here. */
const orTooLow = (one: Metered): Metered =>
  one.outcome === "overdue" && one.records.overdrafts !== undefined
    ? refused(overdraftUnknown)
    : one;

/** Another call recorded the event just now: then it is recorded, which is what the caller is told. */
async function orRecorded<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof RecordedMeanwhile ? new Refusal(eventAlreadyRecorded) : error;
  }
}
