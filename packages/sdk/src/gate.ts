import { unitsOf } from "@usance/rating";
import { isPassing } from "./deliver-batch.ts";
import type { UsanceError } from "./errors.ts";
import type {
  Hold,
  HoldCommitParams,
  HoldCreateParams,
  UsageEventCreateParams,
  UsageEventResult,
} from "./generated/types.ts";
import {
  type GateParts,
  type GateRecording,
  holdsWith,
  recordWaiting,
  refusalIn,
  type Waiting,
} from "./record-waiting.ts";
import { UsageBatcher, type UsageBatcherOptions } from "./usage-batcher.ts";
import { withHold } from "./with-hold.ts";

export interface GateOptions extends Pick<UsageBatcherOptions, "onError"> {
  /** Time limit of each attempt of a call to the service, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
  /** How often a call to the service is repeated before the service counts as unreachable. Default 1. */
  readonly maxRetries?: number;
  /**
   * How much may be let through while the service is unreachable or fails: in total, until the service has recorded it.
   * Default: nothing, the gate fails closed.
   */
  readonly openFor?: {
    readonly calls: number;
    /** Default: any number. A call counts with the most that it may use, and once it is made, with what it has used. */
    readonly units?: string;
  };
  /** Called before the work of each call that is let through, with the reason. */
  readonly onOpen?: (error: UsanceError, open: GateOpen) => void;
  /** Called once for each event that had to wait for the service. An error that it throws is not caught. */
  readonly onRecorded?: (recording: GateRecording) => void;
}

/** What was let through and is not recorded yet. */
export interface GateOpen {
  readonly calls: number;
  /** With six decimal places. */
  readonly units: string;
}

type EventField = "serviceId" | "subscriptionId" | "userId" | "eventKey" | "subject" | "quantity";

/** A call to check: its usage event, whose `quantity` is the most that it may use. */
export interface GateCall extends Readonly<Pick<UsageEventCreateParams, EventField>> {
  /** The balance that pays for it. */
  readonly balanceId: string;
  /** The most that may be charged, in USDC. Default: what it costs by the rate card. */
  readonly max?: string;
  /** How long the work may take, in milliseconds. Default ten minutes, at most a day. */
  readonly expiresInMs?: number;
  /** Key of the hold. A second call of the balance with the same key is refused. Default: a new key. */
  readonly key?: string;
}

/** What a call has used. */
export interface GateUse<Value> {
  readonly quantity: string;
  /** What it cost, in USDC. Default: what the rate card says. */
  readonly amount?: HoldCommitParams["amount"];
  readonly value: Value;
}

export interface GateResult<Value> {
  readonly value: Value;
  /** `COMMITTED`; `HELD` if the service did not answer the commit; null: the call was let through. */
  readonly hold: Hold | null;
  /** The event, if it has to wait for the service; null: it is recorded. */
  readonly waiting: UsageEventCreateParams | null;
  /** Why no more than `hold.charged` was charged, which is what was held; null: all was, or the event waits. */
  readonly refusal: UsanceError | null;
}

/** A call that was let through, in millionths of a unit. */
interface Place {
  units: bigint;
}

/** How far a call has come. */
interface Run {
  asked?: HoldCreateParams;
  hold?: Hold;
  place?: Place;
}

interface Queued extends Waiting {
  readonly place: Place | undefined;
}

const byRateCard: HoldCommitParams["amount"] = { rateCard: true };

/**
 * Checks calls, makes them, and charges what they have used. What waits for the service is only in memory: close the gate
 * before the process ends.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #holds: GateParts["holds"];
  readonly #batcher: UsageBatcher;
  readonly #places = new Set<Place>();
  readonly #waiting = new Map<UsageEventCreateParams, Queued>();
  /** What may be let through, in millionths of a unit; null: any number. */
  #bound: { readonly calls: number; readonly units: bigint | null };
  /** Whether something waits since the service has last answered a check. */
  #isOut = false;

  /** @throws RangeError or SyntaxError for an invalid bound */
  constructor(parts: GateParts, options: GateOptions = {}) {
    const { timeoutMs = 5_000, maxRetries = 1, onError = () => undefined } = options;
    const { calls = 0, units } = options.openFor ?? {};
    if (!(calls >= 0)) throw new RangeError("openFor.calls must be at least 0.");
    this.#bound = { calls, units: units === undefined ? null : millionthsOf(units) };
    this.#options = options;
    this.#holds = holdsWith(parts.holds, { timeoutMs, maxRetries });
    this.#batcher = new UsageBatcher(
      {
        batch: ({ usageEvents }, call) => {
          const waiting = usageEvents.flatMap((event) => this.#waiting.get(event) ?? []);
          return recordWaiting(parts, waiting, { ...call, timeoutMs });
        },
      },
      {
        maxWaiting: Number.POSITIVE_INFINITY, // bounded by openFor, and by what was held
        onResult: (result, event) => this.#settle(result, event),
        onError,
      },
    );
  }

  /** What was let through and is not recorded yet. */
  get open(): GateOpen {
    return { calls: this.#places.size, units: textOf(this.#openUnits) };
  }

  get #openUnits(): bigint {
    let sum = 0n;
    for (const { units } of this.#places) sum += units;
    return sum;
  }

  /**
   * Checks a call, makes it, and charges what it has used, with its usage event. The check sets aside the most that it may
   * cost, and reserves the most that it may use in limits. If the work throws, nothing is charged and the error rethrown. If
   * it cost more than was held and more cannot be charged, what was held is charged.
   *
   * While the service is unreachable, calls are let through as far as `openFor` allows. What they have used is recorded and
   * charged when the service answers again.
   *
   * @param work gets the hold; null: the call is let through
   * @throws PaymentRequiredError when the balance is too low or a limit is reached, or another UsanceError: the work is not
   *   done. Also when the charge is refused for another reason: the work is done, and nothing is charged
   */
  async run<Value>(
    call: GateCall,
    work: (hold: Hold | null) => Promise<GateUse<Value>>,
  ): Promise<GateResult<Value>> {
    const { balanceId, subscriptionId, eventKey, subject, quantity, max, expiresInMs, key } = call;
    const run: Run = {};
    const done: { spent?: Spent<Value> } = {};
    try {
      const { spent, hold, refusal } = await withHold(
        { ...this.#holds, create: (asked) => this.#place(run, asked) },
        balanceId,
        max ?? byRateCard,
        async (held) => {
          done.spent = spentBy(call, await work(held));
          return done.spent;
        },
        {
          usage: { subscriptionId, eventKey, subject, quantity },
          onUnheld: (error) => this.#letThrough(call, run, error),
          ...(expiresInMs !== undefined && { expiresInMs }),
          ...(key !== undefined && { key }),
        },
      );
      if (hold !== null) return { value: spent.value, hold, waiting: null, refusal };
      return await this.#wait(call, run, spent);
    } catch (error) {
      // The commit has no answer. It is sent again until it has one.
      if (done.spent !== undefined && isPassing(error)) {
        return await this.#wait(call, run, done.spent);
      }
      if (run.place !== undefined) this.#places.delete(run.place);
      throw error;
    }
  }

  /** Sends now what waits for the service. Resolves when all of it has a result. */
  flush(): Promise<void> {
    return this.#batcher.flush();
  }

  /**
   * Lets no more calls through, and sends what waits. Close the gate after all calls of `run` have ended.
   *
   * @param signal ends the delivery
   * @returns the events without a result, if the signal ended the delivery; they may have been recorded
   */
  close(options?: { readonly signal?: AbortSignal }): Promise<readonly UsageEventCreateParams[]> {
    this.#bound = { calls: 0, units: null };
    return this.#batcher.close(options);
  }

  async #place(run: Run, asked: HoldCreateParams): Promise<Hold> {
    run.asked = asked;
    run.hold = await this.#holds.create(asked);
    if (this.#isOut) void this.#batcher.flush(); // it answers again
    this.#isOut = false;
    return run.hold;
  }

  /** @throws the error if the bound is reached */
  #letThrough({ quantity }: GateCall, run: Run, error: UsanceError): void {
    const units = millionthsOf(quantity);
    const { calls, units: most } = this.#bound;
    if (this.#places.size >= calls || (most !== null && this.#openUnits + units > most))
      throw error;
    run.place = { units };
    this.#places.add(run.place);
    this.#options.onOpen?.(error, this.open);
  }

  /** Leaves it to the batcher to record what a call has used. */
  async #wait<Value>(
    { serviceId, userId, balanceId }: GateCall,
    { asked, hold, place }: Run,
    { value, usageEvent: used, ...cost }: Spent<Value>,
  ): Promise<GateResult<Value>> {
    if (asked === undefined) throw new Error("No work is done before a hold was asked for.");
    if (place !== undefined) place.units = millionthsOf(used.quantity);
    const usageEvent = { ...used, occurredAt: new Date().toISOString() };
    const event = { ...usageEvent, serviceId, userId, balanceId, charge: cost.amount };
    this.#waiting.set(event, {
      ...{ event, asked, place, hold: hold ?? null, commit: { ...cost, usageEvent } },
      ...{ outcome: "REFUSED", refusal: null },
    });
    this.#isOut = true;
    await this.#batcher.add(event);
    return { value, hold: hold ?? null, waiting: event, refusal: null };
  }

  #settle(result: UsageEventResult, event: UsageEventCreateParams): void {
    const queued = this.#waiting.get(event);
    if (queued === undefined) return;
    const { place, outcome, refusal } = queued;
    this.#waiting.delete(event);
    if (place !== undefined) this.#places.delete(place);
    const why = outcome === "REFUSED" && "error" in result ? refusalIn(result) : refusal;
    this.#options.onRecorded?.({ event, outcome, refusal: why });
  }
}

/** How a hold is committed for what a call has used. More than was held may be charged if the tiers have moved meanwhile. */
function spentBy<Value>(
  { subscriptionId, eventKey, subject, max }: GateCall,
  { quantity, amount = byRateCard, value }: GateUse<Value>,
) {
  const usageEvent = { subscriptionId, eventKey, subject, quantity };
  return { amount, allowMore: max === undefined, usageEvent, value };
}

type Spent<Value> = ReturnType<typeof spentBy<Value>>;

/** Reads a quantity in millionths. */
const millionthsOf = (quantity: string): bigint => unitsOf(quantity, 6);

function textOf(units: bigint): string {
  const digits = String(units).padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
