import {
  type AnyTransaction,
  given,
  type InAnyTransaction,
  runStatement,
  type Statement,
  textArray,
} from "../db/statements.ts";
import { textOfUnits, unitsOfText } from "../kit/money.ts";
import type { Asked } from "../kit/tenant.ts";
import type { Book, LockedBalance } from "./book.ts";

/** Plain columns: JSON would cost twice as much, for each balance of each batch. */
const lock = {
  name: "lock_balances",
  text: `
  SELECT id, service_id AS "serviceId", owner_id AS "ownerId", user_id AS "userId", key_prefix AS "keyPrefix", status::text,
         available::text, held::text, unsettled::text, overdraft::text,
         overdraft_max::text AS "overdraftMax", checked_at AS "checkedAt",
         position::text, next_due_at AS "nextDueAt", keeps_expired AS "keepsExpired", created_at AS "createdAt"
    FROM balances
   WHERE id = ANY (ARRAY(SELECT unnest(ARRAY[one.id, (SELECT id FROM balances
                                                       WHERE service_id = one.service_id AND user_id = one.user_id
                                                         AND key_prefix = named.prefix)])
                           FROM unnest($1::text[], $2::text[], $3::text[]) AS named (id, tenant, prefix)
                           JOIN balances one ON one.id = named.id
                          WHERE coalesce(named.tenant, one.owner_id) = one.owner_id)
                   || ARRAY(SELECT hold.held_on_id
                              FROM unnest($4::text[], $5::text[]) AS ended (id, tenant)
                             CROSS JOIN LATERAL (SELECT * FROM balance_holds WHERE id = ended.id OFFSET 0) hold
                             WHERE coalesce(ended.tenant, hold.owner_id) = hold.owner_id))
   ORDER BY id FOR NO KEY UPDATE`,
};

/** Amounts are text. */
type LockedText = {
  readonly [Field in keyof LockedBalance]:
    | Exclude<LockedBalance[Field], bigint>
    | (bigint extends LockedBalance[Field] ? string : never);
};

/** A balance to lock; with a prefix also the one of the same service and user for it. */
export interface AskedBalance extends Asked {
  readonly prefix?: string | null;
}

/**
 * Locks balances, and those of some holds, until the transaction ends, in the order of their ids. Of another seller than the
 * tenant none is locked.
 */
export async function lockBalances(
  tx: AnyTransaction,
  asked: readonly AskedBalance[],
  holds: readonly Asked[] = [],
): Promise<LockedBalance[]> {
  const rows = await runStatement<LockedText>(tx, lock, [
    textArray(asked, ({ id }) => id),
    textArray(asked, ({ tenant }) => tenant),
    textArray(asked, ({ prefix = null }) => prefix),
    textArray(holds, ({ id }) => id),
    textArray(holds, ({ tenant }) => tenant),
  ]);
  return rows.map((row) => ({
    ...row,
    available: unitsOfText(row.available),
    held: unitsOfText(row.held),
    unsettled: unitsOfText(row.unsettled),
    overdraft: unitsOfText(row.overdraft),
    overdraftMax: row.overdraftMax === null ? null : unitsOfText(row.overdraftMax),
    position: BigInt(row.position),
  }));
}

/** Rows of another table that are written in one statement with balances, because each statement costs a round trip. */
export interface RowsToWrite {
  /** Names the rows in the statement. */
  readonly name: string;
  /**
   * Inserts or updates them, and returns each.
   *
   * @param first the number of the first of its parameters
   */
  readonly text: (first: number) => string;
  readonly values: readonly string[];
  /** How many rows it must write. */
  readonly count: number;
}

const bookTypes = "text text numeric numeric numeric bigint timestamptz boolean".split(" ");
const entryTypes =
  "text bigint text numeric numeric numeric numeric text text text text text".split(" ");

/**
 * Writes balances whose rows are locked, and adds their entries. The entries' foreign keys are checked against rows that
 * this transaction has locked.
 */
const booksText = `
  changed AS (
    UPDATE balances balance
       SET status = given.status::balance_status, available = given.available, held = given.held,
           unsettled = given.unsettled, position = given.position, next_due_at = given.next_due_at,
           keeps_expired = given.keeps_expired, updated_at = $1::timestamptz
      FROM ${given(bookTypes, 2)}
        AS given (id, status, available, held, unsettled, position, next_due_at, keeps_expired)
     WHERE balance.id = given.id),
  entered AS (
    INSERT INTO balance_entries (balance_id, position, type, available, held, available_after, held_after,
                                 usage_event_id, credit_id, invoice_id, hold_id, rate_card_id, created_at)
    SELECT given.balance_id, given.position, given.type::balance_entry_type, given.available, given.held,
           given.available_after, given.held_after, given.usage_event_id, given.credit_id,
           given.invoice_id, given.hold_id, given.rate_card_id, $1::timestamptz
      FROM ${given(entryTypes, 2 + bookTypes.length)}
        AS given (balance_id, position, type, available, held, available_after, held_after,
                  usage_event_id, credit_id, invoice_id, hold_id, rate_card_id))`;

const firstOfOthers = 2 + bookTypes.length + entryTypes.length;

/** By their names. Which rows are written together depends on the code alone, so there are few. */
const statements = new Map<string, Statement>();

function statementOf(others: readonly RowsToWrite[]): Statement {
  const names = others.map((one) => one.name).join();
  const known = statements.get(names);
  if (known !== undefined) return known;
  let first = firstOfOthers;
  const texts = [booksText];
  for (const one of others) {
    texts.push(`${one.name} AS (${one.text(first)})`);
    first += one.values.length;
  }
  const counts = others.map((one) => `(SELECT count(*) FROM ${one.name})`).join(", ");
  const statement = {
    // Postgres cuts longer names than 63 characters.
    name: `write_balances_${statements.size}`,
    text: `WITH ${texts.join(", ")} SELECT ARRAY[${counts}]::int[] AS counts`,
  };
  statements.set(names, statement);
  return statement;
}

/** Writes books, and other rows with them. @throws Error when others are not as many as they must be */
export async function writeBooks(
  { tx, now }: InAnyTransaction,
  books: readonly Book[],
  others: readonly RowsToWrite[],
): Promise<void> {
  const entries = books.flatMap((book) =>
    book.entries.map((entry) => ({ ...entry, balanceId: book.balance.id })),
  );
  const [written] = await runStatement<{ readonly counts: readonly number[] }>(
    tx,
    statementOf(others),
    [
      now.toISOString(),
      textArray(books, ({ balance }) => balance.id),
      textArray(books, ({ status }) => status),
      textArray(books, ({ available }) => textOfUnits(available)),
      textArray(books, ({ held }) => textOfUnits(held)),
      textArray(books, ({ unsettled }) => textOfUnits(unsettled)),
      textArray(books, ({ position }) => String(position)),
      textArray(books, ({ nextDueAt }) => nextDueAt?.toISOString() ?? null),
      textArray(books, ({ keepsExpired }) => String(keepsExpired)),
      textArray(entries, ({ balanceId }) => balanceId),
      textArray(entries, ({ position }) => String(position)),
      textArray(entries, ({ type }) => type),
      textArray(entries, ({ available }) => textOfUnits(available)),
      textArray(entries, ({ held }) => textOfUnits(held)),
      textArray(entries, ({ availableAfter }) => textOfUnits(availableAfter)),
      textArray(entries, ({ heldAfter }) => textOfUnits(heldAfter)),
      textArray(entries, ({ about }) => about.usageEventId ?? null),
      textArray(entries, ({ about }) => about.creditId ?? null),
      textArray(entries, ({ about }) => about.invoiceId ?? null),
      textArray(entries, ({ about }) => about.holdId ?? null),
      textArray(entries, ({ about }) => about.rateCardId ?? null),
      ...others.flatMap(({ values }) => values),
    ],
  );
  for (const [place, { name, count }] of others.entries()) {
    if (written?.counts[place] !== count) {
      throw new Error(
        `The locks of balances must keep ${name} from writing fewer rows than ${count}.`,
      );
    }
  }
}
