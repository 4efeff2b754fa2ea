import { read } from "../../operation/define.ts";
import { upToDate } from "../../operation/ports/up-to-date.ts";
import { CheckoutSessionPage, CheckoutSessionQuery } from "../../schemas/checkout-sessions.ts";
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
    // Expired sessions leave one of these lists for the other, so all of them move before a page is read.
    if (query.status === "PENDING" || query.status === "EXPIRED") {
      await work.due.advanceAll(work, "checkoutSessions");
    }
    const { rows, next } = await upToDate(
      work,
      () => findCheckoutSessions(work.db, work.tenant, query),
      ({ rows }) => ({
        checkoutSessions: rows,
        subscriptions: rows.flatMap(({ subscriptions }) => subscriptions),
      }),
    );
    return { checkoutSessions: rows.map((session) => withUrl(work, session)), nextCursor: next };
  },
});
