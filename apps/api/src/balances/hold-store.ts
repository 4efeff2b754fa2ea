import type { Balance, BalanceHold, Prisma } from "../db/generated/client.ts";
import { jsonObject, readRecords, recordStatement } from "../db/json-rows.ts";
import { type AnyTransaction, given, type InAnyTransaction, textArray } from "../db/statements.ts";
import { textOfUnits } from "../kit/money.ts";
import { transition } from "../kit/state-table.ts";
import { type Asked, ofAsked } from "../kit/tenant.ts";
import { type HoldState, type HoldTrigger, holdStates } from "../schemas/states.ts";
import type { RowsToWrite } from "./book-store.ts";

const { from: expiring, to: expired } = transition(holdStates, "expire");

const expiredHold = jsonObject("hold", "BalanceHold");

const expireHolds = {
  name: "expire_holds",
  text: `
  WITH hold AS (
    UPDATE balance_holds SET status = $3::hold_status, updated_at = $2::timestamptz
     WHERE held_on_id = $1 AND status = ANY ($4::hold_status[]) AND expires_at <= $2::timestamptz
    RETURNING *)
  SELECT ${expiredHold.sql} AS record FROM hold ORDER BY expires_at, id`,
  read: expiredHold.read,
};

/** Ends the holds of a locked balance whose time is up, by compare-and-set. @returns them, by their expiry */
export function expireHoldsOf(
  { tx, now }: InAnyTransaction,
  balanceId: string,
): Promise<BalanceHold[]> {
  const time = now.toISOString();
  return readRecords(tx, expireHolds, [balanceId, time, expired, expiring]);
}

/** What a hold reserves in limits. */
export interface HeldUsage {
  readonly subscriptionId: string;
  readonly eventKey: string;
  readonly subject: string | null;
  readonly quantity: Prisma.Decimal;
}

/** @returns null when it reserves nothing */
export function heldUsage({
  subscriptionId,
  eventKey,
  subject,
  quantity,
}: BalanceHold): HeldUsage | null {
  if (subscriptionId === null || eventKey === null || quantity === null) return null;
  return { subscriptionId, eventKey, subject, quantity };
}

/** A hold as callers see it. */
export interface HoldView extends BalanceHold, Pick<Balance, "serviceId" | "userId"> {
  readonly usage: HeldUsage | null;
}

export const viewOf = (
  hold: BalanceHold,
  { serviceId, userId }: Pick<Balance, "serviceId" | "userId">,
): HoldView => ({ ...hold, serviceId, userId, usage: heldUsage(hold) });

/** Finds holds of any seller. */
export async function findHoldsById(
  db: AnyTransaction,
  ids: readonly string[],
): Promise<BalanceHold[]> {
  if (ids.length === 0) return [];
  return readRecords(db, holdsById, [ids]);
}

const holdsById = recordStatement(
  "find_holds",
  jsonObject("hold", "BalanceHold"),
  "FROM balance_holds hold WHERE id = ANY ($1::text[])",
);

const holdsByKey = recordStatement(
  "find_holds_by_key",
  jsonObject("hold", "BalanceHold"),
  `FROM unnest($1::text[], $2::text[]) AS given (balance_id, key)
   CROSS JOIN LATERAL (SELECT * FROM balance_holds one
                        WHERE one.balance_id = given.balance_id AND one.key = given.key OFFSET 0) hold`,
);

/** Finds the holds of balances by their keys. */
export async function findHoldsByKey(
  db: AnyTransaction,
  keys: readonly Pick<BalanceHold, "balanceId" | "key">[],
): Promise<BalanceHold[]> {
  if (keys.length === 0) return [];
  return readRecords(db, holdsByKey, [
    textArray(keys, ({ balanceId }) => balanceId),
    textArray(keys, ({ key }) => key),
  ]);
}

const holdsWithBalances = recordStatement(
  "find_holds_with_balances",
  jsonObject("hold", "BalanceHold", { balance: jsonObject("balance", "Balance") }),
  `FROM balance_holds hold JOIN balances balance ON balance.id = hold.balance_id
   WHERE hold.id = ANY ($1::text[])`,
);

/** @returns one hold per request, in the same order; null when the tenant has no such hold */
export async function findHoldsAsked(
  db: AnyTransaction,
  asked: readonly Asked[],
): Promise<(HoldView | null)[]> {
  const rows = await readRecords(db, holdsWithBalances, [asked.map(({ id }) => id)]);
  const holds = rows.map(({ balance, ...hold }) => viewOf(hold, balance));
  return ofAsked(holds, asked);
}

const insertTypes =
  "text text text text text numeric boolean text text text numeric text timestamptz".split(" ");

/** Inserts holds that have just been placed. */
export function holdsToInsert(holds: readonly BalanceHold[], now: Date): RowsToWrite[] {
  if (holds.length === 0) return [];
  const text = (first: number) => `
    INSERT INTO balance_holds (id, balance_id, held_on_id, owner_id, key, amount, is_priced, subscription_id, event_key,
                               subject, quantity, api_key_id, expires_at, status, created_at, updated_at)
    SELECT given.*, 'HELD', $${first}::timestamptz, $${first}::timestamptz
      FROM ${given(insertTypes, first + 1)}
        AS given (id, balance_id, held_on_id, owner_id, key, amount, is_priced, subscription_id, event_key, subject,
                  quantity, api_key_id, expires_at)
    RETURNING 1`;
  const values = [
    now.toISOString(),
    textArray(holds, ({ id }) => id),
    textArray(holds, ({ balanceId }) => balanceId),
    textArray(holds, ({ heldOnId }) => heldOnId),
    textArray(holds, ({ ownerId }) => ownerId),
    textArray(holds, ({ key }) => key),
    textArray(holds, ({ amount }) => amount.toFixed()),
    textArray(holds, ({ isPriced }) => String(isPriced)),
    textArray(holds, ({ subscriptionId }) => subscriptionId),
    textArray(holds, ({ eventKey }) => eventKey),
    textArray(holds, ({ subject }) => subject),
    textArray(holds, ({ quantity }) => quantity?.toFixed() ?? null),
    textArray(holds, ({ apiKeyId }) => apiKeyId),
    textArray(holds, ({ expiresAt }) => expiresAt.toISOString()),
  ];
  return [{ name: "insert_holds", text, values, count: holds.length }];
}

type EndByCall = Exclude<HoldTrigger, "expire">;

/** The state of a hold that a call has ended. */
export const stateAfter: Readonly<Record<EndByCall, HoldState>> = {
  commit: transition(holdStates, "commit").to,
  release: transition(holdStates, "release").to,
};

/** The states in which a call can end a hold. */
const held = textArray(transition(holdStates, "commit").from, (state) => state);

/** How a hold ends by a call. */
export interface HoldEnd {
  readonly id: string;
  readonly trigger: EndByCall;
  /** In token units; null when it is released. */
  readonly charged: bigint | null;
  readonly usageEventId: string | null;
}

/** Ends holds of locked balances by compare-and-set. All of them must be in place. */
export function holdsToEnd(ends: readonly HoldEnd[], now: Date): RowsToWrite[] {
  if (ends.length === 0) return [];
  const text = (first: number) => `
    UPDATE balance_holds hold
       SET status = given.status::hold_status, charged = given.charged,
           usage_event_id = given.usage_event_id, updated_at = $${first}::timestamptz
      FROM ${given(["text", "text", "numeric", "text"], first + 1)}
        AS given (id, status, charged, usage_event_id)
     WHERE hold.id = given.id AND hold.status = ANY ($${first + 5}::hold_status[])
    RETURNING 1`;
  const values = [
    now.toISOString(),
    textArray(ends, ({ id }) => id),
    textArray(ends, ({ trigger }) => stateAfter[trigger]),
    textArray(ends, ({ charged }) => (charged === null ? null : textOfUnits(charged))),
    textArray(ends, ({ usageEventId }) => usageEventId),
    held,
  ];
  return [{ name: "end_holds", text, values, count: ends.length }];
}
