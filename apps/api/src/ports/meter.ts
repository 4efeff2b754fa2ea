import type { z } from "zod";
import type { NewUsageEvent } from "../contract/usage-events.ts";
import type { BilledInvoice } from "../db/billed-invoice.ts";
import type { Service, Subscription, UsageEvent, User } from "../db/generated/client.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import type { Tenant } from "../lib/tenant.ts";
import type { TimedRecords } from "./due.ts";

/** An event with all that it names, side by side. */
export type UsageEventRow = UsageEvent & {
  readonly invoice: BilledInvoice | null;
  readonly service: Service;
  readonly subscription: Subscription;
  readonly user: User;
};

/** An event to record, and who says so. */
export interface Reported {
  readonly input: z.output<typeof NewUsageEvent>;
  readonly tenant: Tenant;
  readonly apiKeyId: string;
  readonly idempotencyHash: string | null;
}

/** What has become of it. `overdue`: records that it names have to be advanced first, and then it is tried again. */
export type Metered =
  | { readonly outcome: "recorded"; readonly usageEvent: UsageEventRow }
  | { readonly outcome: "refused"; readonly why: RefusalTerms }
  | { readonly outcome: "overdue"; readonly records: TimedRecords };

/** Records an event. @throws Refusal 503 when too many wait to be recorded */
export type Meter = (reported: Reported) => Promise<Metered>;
