import type { z } from "zod";
import type { UsageEventQuery } from "../contract/usage-events.ts";
import { asOfNow } from "../lib/as-of-now.ts";
import type { Page } from "../lib/lists.ts";
import type { UsageEventRow } from "../ports/meter.ts";
import type { Parts } from "../ports/parts.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { findUsageEvents } from "./store.ts";

/** A page of events, each with its invoice and its subscription as of now. */
export function listUsageEvents(
  parts: Parts,
  query: z.output<typeof UsageEventQuery>,
): Promise<Page<UsageEventRow>> {
  return asOfNow(
    () => findUsageEvents(parts.db, parts.tenant, query),
    (usageEvent) => bringUpToDate(parts, usageEvent),
  );
}
