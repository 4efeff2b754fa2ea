import { isZero, sum } from "@usance/ui";
import type { Invoice } from "../api/portal-api.ts";

/** What a subscriber has to pay. */
export interface Due {
  readonly total: string;
  /** The oldest first; none with nothing due. */
  readonly invoices: readonly Invoice[];
  /** Whether there are more invoices than were read. */
  readonly hasMore: boolean;
}

/** @param page of open invoices, the newest first */
export function dueOf(page: {
  readonly invoices: readonly Invoice[];
  readonly nextCursor: string | null;
}): Due {
  const invoices = page.invoices.filter(({ amountDue }) => !isZero(amountDue)).toReversed();
  const total = sum(invoices.map(({ amountDue }) => amountDue));
  return { total, invoices, hasMore: page.nextCursor !== null };
}
