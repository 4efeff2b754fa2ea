import type { z } from "zod";
import type { NewUsageEvent } from "../contract/usage-events.ts";
import type { BilledInvoice } from "../db/billed-invoice.ts";
import type { Service, Subscription, UsageEvent, User } from "../db/generated/client.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import type { Tenant } from "../lib/tenant.ts";
import type { TimedRecords } from "./due.ts";

/** A usage event with the records that it references. */
export type UsageEventRow = UsageEvent & {
  readonly invoice: BilledInvoice | null;
  readonly service: Service;
  readonly subscription: Subscription;
  readonly user: User;
};

/** A usage event as answers show it, in JSON. */
export interface ShownUsageEvent {
  readonly id: string;
  /** Without the records that it references, as in the answer to a batch. */
  record(): string;
  /** With them. */
  whole(): string;
}

/** A usage event to record, with its reporter. */
export interface Reported {
  readonly input: z.output<typeof NewUsageEvent>;
  readonly tenant: Tenant;
  readonly apiKeyId: string;
  readonly idempotencyHash: string | null;
}

/**
 * The result of recording a usage event. `overdue`: the records must be advanced before the event is retried. `failed`:
 * it is unknown whether it was recorded.
 */
export type Metered =
  | { readonly outcome: "recorded"; readonly usageEvent: ShownUsageEvent }
  | { readonly outcome: "refused"; readonly why: RefusalTerms }
  | { readonly outcome: "overdue"; readonly records: TimedRecords }
  | { readonly outcome: "failed"; readonly error: unknown };

/** Records usage events. @returns the result of each, in order */
export type Meter = (reported: readonly Reported[]) => Promise<readonly Metered[]>;
