import { CheckoutSessionPage, CheckoutSessionQuery } from "../../contract/checkout-sessions.ts";
import { asOfNow } from "../../lib/as-of-now.ts";
import { read } from "../../operation/define.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { expireDueCheckoutSessions } from "./expire-checkout-session.ts";
import { findCheckoutSessions } from "./store.ts";
import { withUrl } from "./view.ts";

/** Every session on the page is as its own GET returns it. */
export const listCheckoutSessions = read("GET /checkout-sessions", {
  name: "checkoutSessions.list",
  summary: "List checkout sessions, newest first",
  description:
    "Each session is as `GET /checkout-sessions/{checkoutSessionId}` returns it: due expiries and renewals are applied first.",
  input: CheckoutSessionQuery,
  output: CheckoutSessionPage,
  run: async (work, query) => {
    // Due sessions still count as PENDING, so a filter by state needs them moved first.
    if (query.status === "PENDING" || query.status === "EXPIRED")
      await expireDueCheckoutSessions(work);
    const { rows, next } = await asOfNow(
      () => findCheckoutSessions(work.db, work.tenant, query),
      (session) => bringUpToDate(work, session),
    );
    return { checkoutSessions: rows.map((session) => withUrl(work, session)), nextCursor: next };
  },
});
