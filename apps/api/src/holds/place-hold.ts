import type { Book } from "../balances/book.ts";
import { bringUpToDate, closeBooks, openBooks } from "../balances/change-balances.ts";
import { findHoldsByKey, insertHolds } from "../balances/holds.ts";
import { balanceFrozen, balanceNotFound, balanceTooLow } from "../contract/balances.ts";
import { holdKeyUsed, holdTooLong, maxHoldMs, NewHold, OneHold } from "../contract/holds.ts";
import type { Queryable } from "../db/client.ts";
import { type BalanceHold, Prisma } from "../db/generated/client.ts";
import { newEventId } from "../lib/ids.ts";
import { type Amount, toTokenUnits } from "../lib/money.ts";
import { Refusal, type RefusalTerms } from "../lib/refusal.ts";
import { isOwnedBy, type Tenant } from "../lib/tenant.ts";
import { write } from "../operation/define.ts";
import { holdOnce } from "./hold-once.ts";
import type { HoldView } from "./load-hold.ts";

export const placeHold = write("POST /holds", {
  name: "holds.create",
  summary: "Hold a part of a balance",
  description:
    "Sets the max cost of a call aside before you make the call. Then commit the actual cost, or release the hold. If you do neither, the amount is given back at `expiresAt`. The same key and fields return the same hold, so after a time-out you can safely send it again.",
  status: 201,
  refusals: { balanceNotFound, holdKeyUsed, holdTooLong, balanceFrozen, balanceTooLow },
  transaction: "own", // one transaction for a batch of holds, which remember their keys and who placed them
  input: NewHold,
  output: OneHold,
  run: (work, input) =>
    holdOnce(work, async (commit) => {
      const { tenant, by } = work;
      const placed = await commit(placeHolds, { ...input, tenant, apiKeyId: by.keyId });
      if ("refused" in placed) throw new Refusal(placed.refused);
      return placed;
    }),
});

interface ToPlace {
  readonly balanceId: string;
  readonly key: string;
  readonly amount: Amount;
  readonly expiresAt: Date;
  readonly tenant: Tenant;
  readonly apiKeyId: string;
}

type Placed = HoldView | { readonly refused: RefusalTerms };

/** Places holds in the order of their arrival, while their balances have enough. */
async function placeHolds(tx: Queryable, asked: readonly ToPlace[], now: Date): Promise<Placed[]> {
  const at = { tx, now };
  const books = await openBooks(
    at,
    asked.map(({ balanceId }) => balanceId),
  );
  for (const book of books.values()) await bringUpToDate(at, book);
  const known = new Map((await findHoldsByKey(tx, asked)).map((hold) => [nameOf(hold), hold]));
  const placed: BalanceHold[] = [];
  const results = asked.map((one): Placed => {
    const book = books.get(one.balanceId);
    if (book === undefined || !isOwnedBy(one.tenant, book.balance)) {
      return { refused: balanceNotFound };
    }
    const earlier = known.get(nameOf(one));
    if (earlier !== undefined)
      return isSame(earlier, one) ? shown(earlier, book) : { refused: holdKeyUsed };
    const why = refusalOf(book, one, now);
    if (why !== null) return { refused: why };
    const hold = newHold(book, one, now);
    const units = toTokenUnits(one.amount);
    book.post("HOLD", { available: -units, held: units }, { holdId: hold.id });
    if (book.nextDueAt === null || hold.expiresAt < book.nextDueAt) book.nextDueAt = hold.expiresAt;
    known.set(nameOf(one), hold);
    placed.push(hold);
    return shown(hold, book);
  });
  await insertHolds(tx, placed);
  await closeBooks(at, books.values());
  return results;
}

/** NUL is in no id. */
const nameOf = ({ balanceId, key }: Pick<BalanceHold, "balanceId" | "key">) =>
  `${balanceId}\0${key}`;

const isSame = ({ amount, expiresAt }: BalanceHold, one: ToPlace) =>
  one.amount.eq(amount.toFixed()) && one.expiresAt.getTime() === expiresAt.getTime();

const shown = (hold: BalanceHold, { balance: { serviceId, userId } }: Book) => ({
  ...hold,
  serviceId,
  userId,
});

function refusalOf(book: Book, { amount, expiresAt }: ToPlace, now: Date): RefusalTerms | null {
  const lasts = expiresAt.getTime() - now.getTime();
  if (lasts <= 0 || lasts > maxHoldMs) return holdTooLong;
  if (book.status === "FROZEN") return balanceFrozen;
  return book.has(toTokenUnits(amount)) ? null : balanceTooLow;
}

function newHold(
  { balance: { ownerId } }: Book,
  { tenant: _, amount, ...one }: ToPlace,
  now: Date,
): BalanceHold {
  return {
    ...one,
    id: newEventId(now),
    ownerId,
    status: "HELD",
    amount: new Prisma.Decimal(amount.toFixed()),
    charged: null,
    usageEventId: null,
    createdAt: now,
    updatedAt: now,
  };
}
