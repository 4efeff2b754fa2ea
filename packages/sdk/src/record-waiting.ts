import type { CallOptions } from "./calls.ts";
import type { UsanceError } from "./errors.ts";
import type { HoldsResource, UsageEventsResource } from "./generated/resources.ts";
import type {
  Hold,
  HoldCreateParams,
  UsageEventCreateParams,
  UsageEventResult,
} from "./generated/types.ts";
import { commitHold, type HoldSpent, isRefusal } from "./with-hold.ts";

/** The calls that a gate makes. */
export interface GateParts {
  readonly holds: Pick<HoldsResource, "create" | "commit" | "release">;
  readonly usageEvents: Pick<UsageEventsResource, "batch">;
}

/** Why a charge was refused. */
export type RefusedCharge = Pick<UsanceError, "code" | "message">;

/** What became of an event that had to wait. */
export interface GateRecording {
  readonly event: UsageEventCreateParams;
  /** `UNCHARGED`: recorded without a charge, which was refused, so that a bill has it. `REFUSED`: not recorded. */
  readonly outcome: "CHARGED" | "UNCHARGED" | "REFUSED";
  /** Why it was refused; of a `CHARGED` one, why no more than its hold was charged. null: all was charged. */
  readonly refusal: RefusedCharge | null;
}

/** An event that waits to be recorded. */
export interface Waiting {
  readonly event: UsageEventCreateParams;
  /** The hold that the check has asked for. */
  readonly asked: HoldCreateParams;
  /** null: no answer came, but it may have been placed. */
  hold: Hold | null;
  /** How to end the hold. */
  readonly commit: HoldSpent;
  outcome: GateRecording["outcome"];
  refusal: RefusedCharge | null;
}

/**
 * Records events that had to wait: commits their holds, and charges those without a hold in one batch. If such a charge is
 * refused, its hold is asked for once more, since a check without an answer may have set the money aside. What is refused
 * then is recorded without a charge. All of this is safe to repeat.
 *
 * @returns the result of each; of a committed hold, what the service answers about an event that exists
 * @throws UsanceError when no answer came
 */
export async function recordWaiting(
  parts: GateParts,
  waiting: readonly Waiting[],
  { idempotencyKey, ...options }: CallOptions,
): Promise<UsageEventResult[]> {
  const results = new Map<Waiting, UsageEventResult>();
  const left = () => waiting.filter((one) => !results.has(one));
  const commit = async (one: Waiting) => {
    if (await isCommitted(parts, one, options)) results.set(one, existing);
  };
  const batch = async (usageEvents: UsageEventCreateParams[]) =>
    usageEvents.length === 0
      ? []
      : await parts.usageEvents.batch({ usageEvents }, { ...options, idempotencyKey });

  for (const one of waiting) if (one.hold !== null) await commit(one);
  const toCharge = left();
  const charged = await batch(toCharge.map(({ event }) => event));
  for (const [place, one] of toCharge.entries()) {
    const result = charged[place] ?? noResult;
    if ("error" in result && result.status < 500) {
      one.refusal = refusalIn(result);
      await commit(one);
      continue;
    }
    Object.assign(one, { outcome: "CHARGED", refusal: null });
    results.set(one, result);
  }
  const toRecord = left();
  const recorded = await batch(toRecord.map(({ event }) => withoutCharge(event)));
  for (const [place, one] of toRecord.entries()) {
    const result = recorded[place] ?? noResult;
    one.outcome = result.status === 201 ? "UNCHARGED" : "REFUSED";
    results.set(one, result);
  }
  return waiting.map((one) => results.get(one) ?? noResult);
}

/** Commits the hold of an event. @returns false if it is refused */
async function isCommitted(
  { holds }: GateParts,
  one: Waiting,
  options: CallOptions,
): Promise<boolean> {
  const { create, ...ends } = holdsWith(holds, options);
  try {
    one.hold ??= await create(one.asked);
    const { refusal } = await commitHold(ends, one.hold, { ...one.commit, holdId: one.hold.id });
    Object.assign(one, { outcome: "CHARGED", refusal });
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** The calls of holds, each with the same options. */
export const holdsWith = (holds: GateParts["holds"], options: CallOptions): GateParts["holds"] => ({
  create: (input) => holds.create(input, options),
  commit: (input) => holds.commit(input, options),
  release: (input) => holds.release(input, options),
});

const withoutCharge = ({
  balanceId: _,
  charge: __,
  ...event
}: UsageEventCreateParams): UsageEventCreateParams => event;

/** As the service says it of an event that was recorded before. */
const existing: UsageEventResult = {
  status: 409,
  error: "A database record with these unique fields already exists.",
  code: "usage_event_already_recorded",
};

/** Whether it was recorded is unknown. */
const noResult: UsageEventResult = { status: 500, error: "There is no result.", code: "unknown" };

type Refused = Extract<UsageEventResult, { readonly error: string }>;

export const refusalIn = ({ code, error }: Refused): RefusedCharge => ({ code, message: error });
