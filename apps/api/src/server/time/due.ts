import { advanceBalance } from "../../balances/change-balances.ts";
import { findBalancesDue } from "../../balances/store.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import type { FindDue } from "../../db/due-page.ts";
import { expireInvoice } from "../../invoices/end-invoice.ts";
import { findInvoicesPastDue } from "../../invoices/store.ts";
import { sweep } from "../../kit/time-limit.ts";
import {
  type Due,
  isExpiryDue,
  isPastDue,
  isPeriodOver,
  isTimeUp,
} from "../../operation/ports/due.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { realScope } from "../../operation/ports/times.ts";
import { expireCheckoutSession } from "../../pages/checkout-sessions/end-session.ts";
import { findSessionsToExpire } from "../../pages/checkout-sessions/store.ts";
import { openOverdraftLookups } from "../../settlements/overdrafts/look-up-overdrafts.ts";
import { findSubscriptionsToRenew } from "../../subscriptions/store.ts";
import { renewSubscription } from "./renew-subscription.ts";

type DueParts = Pick<
  Parts,
  "clock" | "times" | "log" | "checkoutUrl" | "emails" | "collector" | "paymentRefunds"
>;

/** The only implementation of Due, used by reads and jobs. */
export function openDue({ clock, times, log, ...parts }: DueParts): Due {
  const nouns = timedNouns(parts);
  const lookUp = openOverdraftLookups({ clock, times, log, ...parts });

  /** Advances each due record once, even if it occurs several times. */
  async function advanceEach<Row extends { readonly id: string; readonly serviceId: string }>(
    db: Queryable,
    { isDue, advance }: TimedNoun<Row>,
    rows: readonly Row[] = [],
    at?: Date,
  ): Promise<boolean> {
    const advanced = new Set<string>();
    for (const row of rows) {
      if (advanced.has(row.id) || !isDue(row, endOfTime)) continue;
      const now = at ?? (await times.of(db, row.serviceId));
      if (!isDue(row, now)) continue;
      advanced.add(row.id);
      await advance({ db, now }, row.id);
    }
    return advanced.size > 0;
  }

  return {
    advance: async ({ db }, { at, overdrafts = [], ...records }) => {
      await Promise.all(overdrafts.map(({ id }) => lookUp(db, id)));
      const { invoices, checkoutSessions, subscriptions, balances } = nouns;
      const wereDue = [
        await advanceEach(db, invoices, records.invoices, at),
        await advanceEach(db, checkoutSessions, records.checkoutSessions, at),
        await advanceEach(db, subscriptions, records.subscriptions, at),
        await advanceEach(db, balances, records.balances, at),
      ];
      return overdrafts.length > 0 || wereDue.includes(true);
    },
    advanceAll: ({ db, tenant, log }, noun, { testClockId, now } = realScope(clock)) => {
      const { findDue, advance, failure } = nouns[noun];
      return sweep(
        (after) => findDue({ db, tenant, now: now(), testClockId }, after),
        (id) => advance({ db, now: now() }, id),
        (error, id) => log.error({ err: error, id }, failure),
      );
    },
  };
}

/** A record that is not due then is never due. */
const endOfTime = new Date(8.64e15);

/** How records of one kind change with time. */
interface TimedNoun<Row> {
  readonly isDue: (row: Row, now: Date) => boolean;
  readonly findDue: FindDue;
  readonly advance: (
    parts: { readonly db: Queryable; readonly now: Date },
    id: string,
  ) => Promise<void>;
  /** The log message for a record that could not be advanced. */
  readonly failure: string;
}

const timedNouns = ({
  checkoutUrl,
  emails,
  collector,
  paymentRefunds,
}: Omit<DueParts, "clock" | "times" | "log">) => ({
  invoices: {
    isDue: isPastDue,
    findDue: findInvoicesPastDue,
    advance: ({ db, now }, id) =>
      inTransaction(db, (tx) =>
        expireInvoice({ tx, now, checkoutUrl, emails, paymentRefunds }, id),
      ),
    failure: "invoice not expired",
  } satisfies TimedNoun<Parameters<typeof isPastDue>[0]>,
  checkoutSessions: {
    isDue: isTimeUp,
    findDue: findSessionsToExpire,
    advance: ({ db, now }, id) =>
      inTransaction(db, (tx) => expireCheckoutSession({ tx, now, checkoutUrl }, id)),
    failure: "checkout session not expired",
  } satisfies TimedNoun<Parameters<typeof isTimeUp>[0]>,
  subscriptions: {
    isDue: isPeriodOver,
    findDue: findSubscriptionsToRenew,
    advance: ({ db, now }, id) =>
      renewSubscription({ db, now, checkoutUrl, emails, collector }, id),
    failure: "subscription not renewed",
  } satisfies TimedNoun<Parameters<typeof isPeriodOver>[0]>,
  balances: {
    isDue: isExpiryDue,
    findDue: findBalancesDue,
    advance: ({ db, now }, id) => inTransaction(db, (tx) => advanceBalance({ tx, now }, id)),
    failure: "credit and holds of balance not expired",
  } satisfies TimedNoun<Parameters<typeof isExpiryDue>[0]>,
});
