import type { z } from "zod";
import type { Amount } from "../kit/money.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import type { Tenant } from "../kit/tenant.ts";
import type { TimedRecords } from "../operation/ports/due.ts";
import type { byRateCard } from "../schemas/balances.ts";
import type { NewUsageEvent } from "../schemas/usage-events.ts";

/** What a usage event takes from a prepaid balance, as it was sent: either may be missing. */
export interface Charge {
  readonly balanceId: string | undefined;
  readonly amount: Amount | typeof byRateCard | undefined;
  /** The hold that is committed by it; null: none. */
  readonly hold: { readonly id: string; readonly allowMore: boolean } | null;
}

/** A usage event to record, with its reporter. */
export interface Reported {
  readonly input: z.output<typeof NewUsageEvent>;
  /** Recorded with the event in one commit; null: the event is not charged. */
  readonly charge: Charge | null;
  readonly tenant: Tenant;
  readonly apiKeyId: string;
  readonly idempotencyHash: string | null;
}

/** What the rate card has charged for an event. */
export interface PricedCharge {
  /** USDC with six decimal places. */
  readonly amount: string;
  readonly rateCardId: string;
}

/** A usage event as answers show it, in JSON. */
export interface ShownUsageEvent {
  readonly id: string;
  /** null: the rate card was not asked. */
  readonly charge: PricedCharge | null;
  /** Without the records that it references, as in the answer to a batch. */
  record(): string;
  /** With them. */
  whole(): string;
}

/**
 * The result of recording a usage event. `overdue`: the records must be advanced before the event is sent again. `failed`:
 * it is unknown whether it was recorded.
 */
export type Metered =
  | {
      readonly outcome: "recorded";
      readonly usageEvent: ShownUsageEvent;
      /** When it was recorded. */
      readonly at: Date;
      /** What may be wrong with its time; null: nothing. */
      readonly warning: string | null;
    }
  | { readonly outcome: "refused"; readonly why: RefusalTerms }
  | { readonly outcome: "overdue"; readonly records: TimedRecords }
  | { readonly outcome: "failed"; readonly error: unknown };

/** The event was not recorded, because its service has limits: it must be recorded within these. */
export interface Limited {
  readonly outcome: "limited";
}

export const isMetered = (one: Metered | Limited): one is Metered => one.outcome !== "limited";

/** The result for an event that was not recorded. */
export type Unrecorded = Exclude<Metered, { readonly outcome: "recorded" }>;

export const refused = (why: RefusalTerms) => ({ outcome: "refused", why }) as const;
