import type { z } from "zod";
import type { CheckoutSessionQuery } from "../../contract/checkout-sessions.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { upToDate } from "../../ports/up-to-date.ts";
import { findCheckoutSessions } from "./store.ts";
import { type CheckoutSessionView, withUrl } from "./view.ts";

/** A page of sessions as of now: each is in the state in which its GET shows it. */
export async function listCheckoutSessions(
  parts: Pick<Parts, "db" | "tenant" | "due" | "log" | "checkoutUrl">,
  query: z.output<typeof CheckoutSessionQuery>,
): Promise<Page<CheckoutSessionView>> {
  // Sessions whose time is up leave one of these lists for the other, so all of them move before a page is read.
  if (query.status === "PENDING" || query.status === "EXPIRED") {
    await parts.due.advanceAll(parts, "checkoutSessions");
  }
  const { rows, next } = await upToDate(
    parts,
    () => findCheckoutSessions(parts.db, parts.tenant, query),
    ({ rows }) => ({
      checkoutSessions: rows,
      subscriptions: rows.flatMap(({ subscriptions }) => subscriptions),
    }),
  );
  return { rows: rows.map((session) => withUrl(parts, session)), next };
}
