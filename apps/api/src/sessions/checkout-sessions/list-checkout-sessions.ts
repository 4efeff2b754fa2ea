import type { z } from "zod";
import type { CheckoutSessionQuery } from "../../contract/checkout-sessions.ts";
import { asOfNow } from "../../lib/as-of-now.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { expireDueCheckoutSessions } from "./expire-checkout-session.ts";
import { findCheckoutSessions } from "./store.ts";
import { type CheckoutSessionView, withUrl } from "./view.ts";

/** A page of sessions as of now: each is in the state in which its GET shows it. */
export async function listCheckoutSessions(
  parts: Parts,
  query: z.output<typeof CheckoutSessionQuery>,
): Promise<Page<CheckoutSessionView>> {
  // What is due stands among these until it is moved to those, where no page would bring it up.
  if (query.status === "PENDING" || query.status === "EXPIRED")
    await expireDueCheckoutSessions(parts);
  const { rows, next } = await asOfNow(
    () => findCheckoutSessions(parts.db, parts.tenant, query),
    (session) => bringUpToDate(parts, session),
  );
  return { rows: rows.map((session) => withUrl(parts, session)), next };
}
