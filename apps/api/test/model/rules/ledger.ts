import {
  type Balance,
  type Entry,
  type Hold,
  type Id,
  known,
  type Lot,
  type Micros,
  put,
  type World,
} from "../world.ts";

/* What changes balances: charges, holds, credit and time. The model takes every amount from the lots immediately. */

type About = Partial<Pick<Entry, "usageEventId" | "creditId" | "invoiceId" | "holdId">>;
type Change = Pick<Entry, "type" | "available" | "held">;

const smaller = (one: Micros, other: Micros): Micros => (one < other ? one : other);

/** Whether a balance, including its overdraft, has an amount. */
export const has = ({ available, overdraft }: Balance, amount: Micros): boolean =>
  amount <= available + overdraft;

function post(world: World, balanceId: Id, change: Change, about: About): void {
  const balance = known(world.balances, balanceId);
  const available = balance.available + change.available;
  const held = balance.held + change.held;
  const position =
    [...world.entries.values()].filter((one) => one.balanceId === balanceId).length + 1;
  put(world.balances, { ...balance, available, held });
  put(world.entries, {
    id: `${balanceId} ${position}`,
    balanceId,
    position,
    ...change,
    availableAfter: available,
    heldAfter: held,
    ...{ usageEventId: null, creditId: null, invoiceId: null, holdId: null },
    ...about,
    createdAt: world.now,
  });
}

/** The remaining credit of a balance, in the order in which it is spent. */
const lotsOf = ({ lots }: World, balanceId: Id): Lot[] =>
  [...lots.values()]
    .filter((lot) => lot.balanceId === balanceId && lot.remaining > 0n)
    .sort(
      (one, other) =>
        one.priority - other.priority ||
        Number(one.expiresAt === null) - Number(other.expiresAt === null) ||
        (one.expiresAt ?? 0) - (other.expiresAt ?? 0) ||
        one.createdAt - other.createdAt ||
        (one.id < other.id ? -1 : 1),
    );

/** Takes an amount from the lots; the rest is a debt of later lots. */
function spend(world: World, balanceId: Id, amount: Micros): void {
  let left = amount;
  for (const lot of lotsOf(world, balanceId)) {
    const taken = smaller(lot.remaining, left);
    put(world.lots, { ...lot, remaining: lot.remaining - taken });
    left -= taken;
  }
  const balance = known(world.balances, balanceId);
  put(world.balances, { ...balance, debt: balance.debt + left });
}

/** Without a priority it has the one of top-ups. */
type NewLot = Omit<Lot, "createdAt" | "priority"> & Partial<Pick<Lot, "priority">>;

/** Adds credit. @returns what is left of it after the debts */
export function addLot(
  world: World,
  { remaining: amount, ...lot }: NewLot,
  { type, ...about }: Pick<Change, "type"> & About,
): Micros {
  const { balanceId } = lot;
  post(world, balanceId, { type, available: amount, held: 0n }, { ...about, creditId: lot.id });
  const balance = known(world.balances, balanceId);
  const owed = smaller(balance.debt, amount);
  put(world.balances, { ...balance, debt: balance.debt - owed });
  put(world.lots, { priority: 50, ...lot, remaining: amount - owed, createdAt: world.now });
  return amount - owed;
}

export function charge(world: World, balanceId: Id, amount: Micros, usageEventId: Id): void {
  const change = { type: "CHARGE", available: -amount, held: 0n };
  post(world, balanceId, change, { usageEventId });
  spend(world, balanceId, amount);
}

export function placeHold(world: World, hold: Hold): void {
  const { id: holdId, balanceId, amount } = hold;
  post(world, balanceId, { type: "HOLD", available: -amount, held: amount }, { holdId });
  put(world.holds, hold);
}

/** @param charged the amount to charge, with or without an event; null releases the whole hold */
export function endHold(
  world: World,
  hold: Hold,
  status: "COMMITTED" | "RELEASED" | "EXPIRED",
  charged: Micros | null = null,
  usageEventId: Id | null = null,
): void {
  const { id: holdId, balanceId, amount } = hold;
  const change = {
    type: `HOLD_${status}`,
    available: amount - (charged ?? 0n),
    held: -amount,
  };
  post(world, balanceId, change, { holdId, usageEventId });
  if (charged !== null) spend(world, balanceId, charged);
  put(world.holds, { ...hold, status, charged, usageEventId, updatedAt: world.now });
  expireLots(world, balanceId);
}

/** Removes expired credit, except for what holds reserve: they reserve what is spent first. */
function expireLots(world: World, balanceId: Id): void {
  let kept = known(world.balances, balanceId).held;
  for (const lot of lotsOf(world, balanceId)) {
    const stays = smaller(lot.remaining, kept);
    kept -= stays;
    const lapsed = lot.remaining - stays;
    if (lapsed === 0n || lot.expiresAt === null || lot.expiresAt > world.now) continue;
    put(world.lots, { ...lot, remaining: stays });
    const change = { type: "GRANT_EXPIRED", available: -lapsed, held: 0n };
    post(world, balanceId, change, { creditId: lot.id });
  }
}

/** Applies due changes to a balance: holds expire, then credit. */
export function balanceAsOfNow(world: World, id: Id): Balance {
  const over = [...world.holds.values()]
    .filter((hold) => hold.balanceId === id && isOver(world, hold))
    .sort((one, other) => one.expiresAt - other.expiresAt || (one.id < other.id ? -1 : 1));
  // All at once: credit expires after all holds were released.
  for (const hold of over) {
    const { id: holdId, amount } = hold;
    post(world, id, { type: "HOLD_EXPIRED", available: amount, held: -amount }, { holdId });
    put(world.holds, { ...hold, status: "EXPIRED", updatedAt: world.now });
  }
  expireLots(world, id);
  return known(world.balances, id);
}

export const isOver = ({ now }: World, { status, expiresAt }: Hold): boolean =>
  status === "HELD" && expiresAt <= now;

export function expireBalances(world: World): void {
  for (const id of [...world.balances.keys()]) balanceAsOfNow(world, id);
}

/** Credits the balance of an invoice that is a paid top-up. */
export function creditTopUp(world: World, invoiceId: Id, amount: Micros): void {
  const topUp = world.topUps.get(invoiceId);
  if (topUp === undefined) return;
  const { balanceId } = topUp;
  balanceAsOfNow(world, balanceId);
  const lot = { id: `credit of ${invoiceId}`, balanceId, remaining: amount, expiresAt: null };
  addLot(world, lot, { type: "TOP_UP", invoiceId });
}
