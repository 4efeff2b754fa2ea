import type { z } from "zod";
import type { UsageEventQuery } from "../contract/usage-events.ts";
import type { Page } from "../lib/lists.ts";
import type { UsageEventRow } from "../ports/meter.ts";
import type { Parts } from "../ports/parts.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findUsageEvents } from "./store.ts";
import { timedOf } from "./timed-of.ts";

/** A page of events, each with its invoice and its subscription as of now. */
export function listUsageEvents(
  parts: Pick<Parts, "db" | "tenant" | "due">,
  query: z.output<typeof UsageEventQuery>,
): Promise<Page<UsageEventRow>> {
  return upToDate(
    parts,
    () => findUsageEvents(parts.db, parts.tenant, query),
    ({ rows }) => timedOf(rows),
  );
}
