import type { Queryable } from "../../db/client.ts";
import { runStatement } from "../../db/statements.ts";
import { unitsOfText } from "../../kit/money.ts";
import { liveStates } from "../../schemas/settlement-states.ts";
import { type CapOfSubscription, leftInSql } from "../spending-caps/store.ts";

/** What may still be taken under a cap and from its wallet besides a balance's own debt. Amounts are in token units. */
export interface Claims {
  /** What unpaid invoices of the cap's subscription ask. */
  readonly ofCap: bigint;
  /** The same of all caps of the wallet, with what other balances have drawn or may draw now: of each cap what it has left. */
  readonly ofWallet: bigint;
  /** What is being collected to pay the balance's debt. */
  readonly repaid: bigint;
  /** Ids of the unpaid invoices, and of the top-ups that may be paid. */
  readonly unpaid: readonly string[];
}

/**
 * Another balance counts with the largest of what it has drawn, what it was just granted, and what its unpaid top-ups ask:
 * these pay the same debt. What is left of a cap is what was left when it was checked last, so it may be too much, but never
 * too little.
 */
const claims = {
  name: "find_claims_on_wallet",
  text: `
  WITH cap AS (
    SELECT ${leftInSql} AS room, session.service_id, session.user_id, session.subscription_id
      FROM spending_caps cap JOIN checkout_sessions session ON session.id = cap.checkout_session_id
     WHERE cap.payer_address = $3 AND cap.chain_id = $4 AND cap.collector_address = $5 AND cap.token_address = $6
       AND cap.revoked_at IS NULL AND cap.valid_until > extract(epoch FROM $7::timestamptz)),
  unpaid AS (
    SELECT cap.service_id, cap.user_id, cap.subscription_id, invoice.id, live.id IS NOT NULL AS is_live, backed.id AS repays,
           invoice.amount - invoice.credited_before_payment - invoice.paid_from_balance AS due,
           CASE WHEN live.id IS NULL THEN invoice.status = 'OPEN' AND top_up.is_automatic IS NOT FALSE
                ELSE live.collect IS NOT NULL END AS is_asked
      FROM cap
      JOIN invoices invoice ON invoice.subscription_id = cap.subscription_id AND invoice.status IN ('OPEN', 'EXPIRED')
      LEFT JOIN LATERAL (SELECT id, collect FROM settlements one
                          WHERE one.invoice_id = invoice.id AND one.status = ANY ($9::settlement_status[])
                          LIMIT 1) live ON true
      LEFT JOIN balance_top_ups top_up ON top_up.invoice_id = invoice.id
      LEFT JOIN balances backed ON backed.id = top_up.balance_id AND backed.overdraft_max IS NOT NULL),
  debtor AS (
    SELECT greatest(cap.room, 0) AS room, coalesce(ask.due, 0) AS asked,
           greatest(-balance.available, CASE WHEN balance.checked_at > $8 THEN balance.overdraft END,
                    CASE WHEN balance.id IS NOT NULL THEN ask.repaid END, 0) AS lent
      FROM (SELECT service_id, user_id, sum(room) AS room FROM cap GROUP BY service_id, user_id) cap
      LEFT JOIN (SELECT service_id, user_id, sum(due) FILTER (WHERE repays IS NULL) AS due,
                        sum(due) FILTER (WHERE repays IS NOT NULL) AS repaid
                   FROM unpaid WHERE is_asked GROUP BY service_id, user_id) ask USING (service_id, user_id)
      LEFT JOIN balances balance
        ON balance.service_id = cap.service_id AND balance.user_id = cap.user_id
       AND balance.overdraft_max IS NOT NULL AND balance.id <> $1)
  SELECT (SELECT coalesce(sum(due), 0.000000)::text FROM unpaid
           WHERE is_asked AND subscription_id = $2 AND repays IS NULL) AS "ofCap",
         (SELECT coalesce(sum(least(room, asked + lent)), 0.000000)::text FROM debtor) AS "ofWallet",
         (SELECT coalesce(sum(due), 0.000000)::text FROM unpaid
           WHERE is_asked AND repays = $1 AND is_live) AS repaid,
         (SELECT coalesce(array_agg(id), '{}') FROM unpaid) AS unpaid`,
};

interface Asking {
  readonly balanceId: string;
  readonly cap: CapOfSubscription;
  /** The real time. */
  readonly now: Date;
  /** Since when other balances must have been looked up to count what they were granted: a charge by it may be under way. */
  readonly freshSince: Date;
}

/** Finds what may still be taken from a cap and its wallet, of all sellers. */
export async function findClaims(
  db: Queryable,
  { balanceId, cap, now, freshSince }: Asking,
): Promise<Claims> {
  type Row = Record<"ofCap" | "ofWallet" | "repaid", string> & Pick<Claims, "unpaid">;
  const { payerAddress, chainId, collectorAddress, tokenAddress } = cap;
  const [found] = await runStatement<Row>(db, claims, [
    balanceId,
    cap.subscription.id,
    payerAddress,
    chainId,
    collectorAddress,
    tokenAddress,
    now,
    freshSince,
    liveStates,
  ]);
  if (found === undefined) throw new Error("A SELECT without FROM answers with one row.");
  const { ofCap, ofWallet, repaid, unpaid } = found;
  return {
    ofCap: unitsOfText(ofCap),
    ofWallet: unitsOfText(ofWallet),
    repaid: unitsOfText(repaid),
    unpaid,
  };
}

/** Locks a wallet against other lookups until the transaction ends, before everything else. */
export async function lockWallet(tx: Queryable, payerAddress: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`wallet ${payerAddress}`}, 0))`;
}
