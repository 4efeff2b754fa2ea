import { canBeDrawn, freshSince } from "../../balances/book.ts";
import { lockBalances } from "../../balances/book-store.ts";
import { setOverdraft } from "../../balances/overdraft.ts";
import type { CapSpending } from "../../chain/caps.ts";
import { CallReverted, ChainUnavailable } from "../../chain/chain-errors.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import type { Balance } from "../../db/generated/client.ts";
import { realTime } from "../../kit/clock.ts";
import { larger, smaller, textOfUnits, toTokenUnits } from "../../kit/money.ts";
import { everyone } from "../../kit/tenant.ts";
import { within } from "../../kit/time-limit.ts";
import { Turns } from "../../kit/turns.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { unansweredMs } from "../../schemas/balances.ts";
import { revokeSpendingCap } from "../spending-caps/spending-caps.ts";
import type { CapOfSubscription } from "../spending-caps/store.ts";
import { capTerms, findUsableCapsOf, roomUnder } from "../spending-caps/usable-cap.ts";
import { allowanceOf } from "../spending-caps/wallet-permits.ts";
import { type Claims, findClaims, lockWallet } from "./store.ts";

/*
 * An overdraft that a spending cap backs is granted by lookups: min(max, what the cap has left, the wallet's USDC that the
 * collector may take, less what is in flight). A charge that needs it asks for one (operation/ports/due.ts) unless the last
 * one is fresh.
 */

/** How long a lookup waits for its turn, and then for the chain, in milliseconds. After that, the chain counts as silent. */
const limitMs = 2_500;
/** How long a charge that was let through by a fresh lookup may take until it is committed, in milliseconds. */
const underWayMs = 3_000;
/** How often a lookup begins again, because a payment was decided while the chain was asked. */
const maxTries = 3;
/** How many lookups run at once in a process: of one seller, and of all. */
const [perSeller, perProcess] = [4, 16];

type SharedParts = Pick<Parts, "clock" | "times" | "collector" | "log">;

interface LookupParts extends SharedParts {
  readonly db: Queryable;
  /** The time of the balance's service. */
  readonly now: Date;
}

type LookUp = (db: Queryable, balanceId: string) => Promise<void>;

/** Opens the lookups of a process. Calls that need the same one share it. */
export function openOverdraftLookups(shared: SharedParts): LookUp {
  const turns = new Turns({ maxWaiting: 1_000, waitMs: limitMs });
  const running = new Map<string, Promise<void>>();
  const askInTurn = async (parts: LookupParts, balance: Balance) => {
    const all = { name: "", max: perProcess };
    const end = await turns.take([{ name: balance.ownerId, max: perSeller }, all]);
    // An answer that is late keeps its turn, so that a node that hangs is not asked without a bound.
    return end === null ? null : within(limitMs, askOrNull(parts, balance).finally(end));
  };
  const lookUp: LookUp = async (db, id) => {
    const balance = await db.balance.findUniqueOrThrow({ where: { id } });
    const parts = { ...shared, db, now: await shared.times.of(db, balance.serviceId) };
    for (let tries = maxTries; tries > 0; tries -= 1) {
      const found = await askInTurn(parts, balance);
      if (found === "late" || found === null) break;
      if (await grant(parts, balance, found)) return;
    }
    await keep(parts, balance);
  };
  return (db, id) => {
    const known = running.get(id);
    if (known !== undefined) return known;
    const lookup = lookUp(db, id).finally(() => running.delete(id));
    running.set(id, lookup);
    return lookup;
  };
}

/** A cap that backs an overdraft, with what was read before the chain was asked, and then there. In token units. */
interface Backing {
  readonly cap: CapOfSubscription;
  readonly before: Claims;
  readonly spending: CapSpending;
  readonly wallet: bigint;
}

/** @returns null when the chain does not answer */
async function askOrNull(parts: LookupParts, balance: Balance) {
  try {
    return await ask(parts, balance);
  } catch (error) {
    if (!(error instanceof ChainUnavailable || error instanceof CallReverted)) throw error;
    const reason = error instanceof ChainUnavailable ? error.reason : error.message;
    parts.log.warn({ reason, id: balance.id }, "overdraft not looked up: chain unavailable");
    return null;
  }
}

/** Asks the chain about the newest usable cap, and stores revocations that it finds. @returns "no cap" without one */
async function ask(parts: LookupParts, balance: Balance): Promise<Backing | "no cap"> {
  const { db, clock, collector, now } = parts;
  const [cap] = await findUsableCapsOf({ db, collector }, balance, now);
  if (collector === null || cap === undefined) return "no cap";
  const before = await findClaims(db, claimsOn(cap, balance, now));
  const terms = capTerms(cap, cap.subscription.id);
  const [spending, wallet] = await Promise.all([
    collector.spendingOf(terms),
    collector.walletOf(terms.payer),
  ]);
  if (!spending.isReplaced) {
    const allowance = await allowanceOf(db, collector, terms, wallet);
    return { cap, before, spending, wallet: smaller(wallet.balance, allowance) };
  }
  const at = clock.now();
  await inTransaction(db, (tx) => revokeSpendingCap({ tx, now: at }, cap, cap.subscription.id));
  return ask(parts, balance);
}

const claimsOn = (cap: CapOfSubscription, { id: balanceId }: Balance, now: Date) => ({
  balanceId,
  cap,
  now: realTime(now),
  freshSince: new Date(freshSince(now).getTime() - underWayMs),
});

/** Stores what was found, and the overdraft that it grants. @returns false when a payment was decided meanwhile */
function grant(
  { db, clock, now }: LookupParts,
  balance: Balance,
  found: Backing | "no cap",
): Promise<boolean> {
  const { id } = balance;
  return inTransaction(db, async (tx) => {
    // Otherwise two balances could be granted the same USDC.
    if (found !== "no cap") await lockWallet(tx, found.cap.payerAddress);
    const [locked] = await lockBalances(tx, [{ id, tenant: everyone }]);
    if (locked === undefined || locked.overdraftMax === null || canBeDrawn(locked, now))
      return true;
    const checked = { lookedUpAt: realTime(now), checkedAt: clock.now() };
    if (found === "no cap") {
      const none = { ...checked, capLeft: null, walletLeft: null, inFlight: null };
      await setOverdraft({ tx, now }, locked, 0n, none);
      return true;
    }
    const { cap, before, spending, wallet } = found;
    const { ofCap, ofWallet, repaid, unpaid } = await findClaims(tx, claimsOn(cap, balance, now));
    // The chain may or may not have counted it.
    if (!before.unpaid.every((invoiceId) => unpaid.includes(invoiceId))) return false;
    const capLeft = larger(roomUnder({ ...cap, asked: ofCap }, spending), 0n);
    const room = larger(smaller(capLeft, wallet - ofWallet), 0n);
    // What is being collected may have reached the chain already: until it is credited, its debt stays covered.
    const covered = smaller(-locked.available, room + repaid);
    await setOverdraft({ tx, now }, locked, smaller(locked.overdraftMax, larger(room, covered)), {
      ...checked,
      capLeft: textOfUnits(capLeft),
      walletLeft: textOfUnits(wallet),
      inFlight: textOfUnits(ofWallet),
    });
    return true;
  });
}

/**
 * Without an answer of the chain, the last one holds for a while, less what others have drawn on the wallet since; then
 * nothing is granted.
 */
async function keep(parts: LookupParts, balance: Balance): Promise<void> {
  const { db, clock, collector, now } = parts;
  const { id } = balance;
  await inTransaction(db, async (tx) => {
    const [cap] = await findUsableCapsOf({ db: tx, collector }, balance, now);
    if (cap !== undefined) await lockWallet(tx, cap.payerAddress);
    const [locked] = await lockBalances(tx, [{ id, tenant: everyone }]);
    if (locked === undefined || locked.overdraftMax === null || canBeDrawn(locked, now)) return;
    // Read under the lock: a payment that was credited meanwhile has ended the last answer.
    const { lookedUpAt, walletLeft } = await tx.balance.findUniqueOrThrow({ where: { id } });
    const checkedAt = clock.now();
    const age = lookedUpAt && Math.abs(checkedAt.getTime() - lookedUpAt.getTime());
    const holds = age !== null && age <= unansweredMs;
    let overdraft = 0n;
    if (holds && cap !== undefined && walletLeft !== null) {
      const { ofWallet } = await findClaims(tx, claimsOn(cap, balance, now));
      const room = larger(toTokenUnits(walletLeft) - ofWallet, 0n);
      overdraft = smaller(locked.overdraft, larger(room, -locked.available));
    }
    await setOverdraft({ tx, now }, locked, overdraft, { checkedAt });
  });
}
