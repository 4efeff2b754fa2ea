import { z } from "zod";
import { getReferencedService } from "../catalog/services/services.ts";
import type { InTransaction, Queryable } from "../db/client.ts";
import type { BalanceEntry } from "../db/generated/client.ts";
import { filterId, omittable, oneOf, request, requiredId, requiredPrefix } from "../kit/fields.ts";
import { newId } from "../kit/ids.ts";
import { page, pageOf } from "../kit/lists.ts";
import { larger, textOfUnits, toTokenUnits } from "../kit/money.ts";
import { Refusal, type RefusalTerms, uniqueFieldsTaken } from "../kit/refusal.ts";
import { everyone } from "../kit/tenant.ts";
import { getUser } from "../operation/access/users/identify-user.ts";
import { read, write } from "../operation/define.ts";
import { upToDate } from "../operation/ports/due.ts";
import {
  Balance,
  BalanceEntryPage,
  BalanceEntryQuery,
  BalanceId,
  balanceNotFound,
  balanceStatuses,
  givenOverdraft,
} from "../schemas/balances.ts";
import { referencedServiceNotFound } from "../schemas/services.ts";
import { userNotFound } from "../schemas/users.ts";
import type { LockedBalance } from "./book.ts";
import { lockBalances } from "./book-store.ts";
import { loadBalance } from "./load-balance.ts";
import { setOverdraft } from "./overdraft.ts";
import {
  countOtherPrefixes,
  findBalancePage,
  findEntries,
  insertBalance,
  setFields,
} from "./store.ts";

const balanceExists: RefusalTerms = {
  kind: "conflict",
  code: "balance_exists",
  message: uniqueFieldsTaken,
  meaning: "The user already has a balance for this service, or for this prefix of it.",
  remedy: "Find it with `GET /balances?serviceId=&userId=`.",
};

/** How many balances for prefixes a user has for a service: a period stores what each has paid. Balances are never deleted. */
const maxForPrefixes = 50;

const tooManyForPrefixes: RefusalTerms = {
  kind: "conflict",
  code: "too_many_balances",
  param: "keyPrefix",
  message: "A user has at most 50 balances with a keyPrefix for a service.",
  meaning: "The user has so many balances with a `keyPrefix` for the service already.",
  remedy: "Credit one of these, or the balance without `keyPrefix`.",
};

const backedForPrefix: RefusalTerms = {
  kind: "invalid",
  code: "overdraft_for_prefix",
  param: "overdraft",
  message: "overdraft must be a decimal if the balance has a keyPrefix.",
  meaning: "A spending cap backs only the overdraft of the user's balance without `keyPrefix`.",
  remedy: "Send a decimal, or have the cap back the overdraft of that balance.",
};

const words = {
  overdraft:
    'How far below zero the balance may be spent, in USDC with at most six decimal places; or `{"cap": true, "max": "20"}`: as far as a spending cap and its wallet back it, looked up on the chain at most every few seconds',
};

const NewBalance = request({
  serviceId: requiredId().meta({
    description: "Id of the service whose usage the balance pays for",
  }),
  userId: requiredId().meta({ description: "Id of the subscriber who spends it" }),
  keyPrefix: omittable(requiredPrefix(255)).meta({
    description:
      "Its credit pays only for usage events whose `eventKey` has this before its first `:`, or is this. Default: for all",
    example: "tokens",
  }),
  overdraft: omittable(givenOverdraft()).meta({
    description: `${words.overdraft}. Default: 0`,
    example: "0",
  }),
});

const OneBalance = z.object({ balance: Balance });

export const createBalance = write("POST /balances", {
  name: "balances.create",
  summary: "Create a prepaid balance",
  description:
    "A user has at most one balance per service, and one for each of at most 50 prefixes (`keyPrefix`), which is spent before the other. It starts empty: credit it with `POST /balances/{balanceId}/top-ups` or `/grants`, and charge it with usage events, which name the one without `keyPrefix`. The USDC of top-ups goes to you: the balance is the usage that you owe for it.",
  status: 201,
  refusals: {
    referencedServiceNotFound,
    userNotFound: userNotFound("userId"),
    balanceExists,
    tooManyForPrefixes,
    backedForPrefix,
  },
  input: NewBalance,
  output: OneBalance,
  run: async (work, { serviceId, userId, keyPrefix, overdraft }) => {
    const { tx } = work;
    const isBacked = overdraft !== undefined && "cap" in overdraft;
    if (isBacked && keyPrefix !== undefined) throw new Refusal(backedForPrefix);
    const service = await getReferencedService(work, serviceId);
    const user = await getUser(work, userId, "userId");
    if (keyPrefix !== undefined) {
      const others = await countOtherPrefixes(tx, { serviceId, userId, keyPrefix });
      if (others >= maxForPrefixes) throw new Refusal(tooManyForPrefixes);
    }
    const id = newId();
    const isNew = await insertBalance(work, {
      id,
      serviceId: service.id,
      ownerId: service.ownerId,
      userId: user.id,
      keyPrefix: keyPrefix ?? null,
      ...(isBacked ? { overdraft: 0, overdraftMax: overdraft.max } : { overdraft: overdraft ?? 0 }),
    });
    if (!isNew) throw new Refusal(balanceExists);
    return { balance: await loadBalance(work, id) };
  },
});

export const getBalance = read("GET /balances/{balanceId}", {
  name: "balances.get",
  summary: "Get a balance",
  description: "Returns the balance as of now: credit and holds that have expired no longer count.",
  refusals: { balanceNotFound },
  input: BalanceId,
  output: OneBalance,
  run: async (work, { balanceId }) => ({ balance: await loadBalance(work, balanceId) }),
});

const BalanceQuery = request({
  serviceId: filterId(),
  userId: filterId(),
  status: omittable(oneOf(balanceStatuses)).meta({
    description: "Only balances with this status",
    example: "ACTIVE",
  }),
  ...page("balances"),
}).prefault({});

export const listBalances = read("GET /balances", {
  name: "balances.list",
  summary: "List balances, newest first",
  description:
    "Each balance is as `GET /balances/{balanceId}` returns it: credit and holds that have expired no longer count.",
  input: BalanceQuery,
  output: pageOf("balances", Balance, "balances"),
  run: async (work, query) => {
    const { rows, next } = await upToDate(
      work,
      () => findBalancePage(work.db, work.tenant, query),
      ({ rows }) => ({ balances: rows }),
    );
    return { balances: rows, nextCursor: next };
  },
});

const overdraftInUse: RefusalTerms = {
  kind: "conflict",
  code: "overdraft_in_use",
  param: "overdraft",
  message: "The balance is already further below zero than this overdraft.",
  meaning: "The new `overdraft` is less than what the balance has drawn already.",
  remedy: "Send a larger `overdraft`, or top the balance up first.",
};

const BalanceChange = BalanceId.extend({
  overdraft: omittable(givenOverdraft()).meta({
    description: words.overdraft,
    example: "2.000000",
  }),
});

export const updateBalance = write("PATCH /balances/{balanceId}", {
  name: "balances.update",
  summary: "Change a balance's overdraft",
  description:
    "Changes only the fields that you send. A larger overdraft can make a `FROZEN` balance `ACTIVE` again. Sending the same change again is safe.",
  refusals: { balanceNotFound, overdraftInUse, backedForPrefix },
  input: BalanceChange,
  output: OneBalance,
  run: async (work, { balanceId, overdraft }) => {
    const { tx, now } = work;
    const { id } = await loadBalance(work, balanceId);
    const [balance] = await lockBalances(tx, [{ id, tenant: everyone }]);
    if (balance === undefined) throw new Refusal(balanceNotFound);
    await setFields(tx, id, { updatedAt: now });
    if (overdraft !== undefined) await changeOverdraft({ tx, now }, balance, overdraft);
    return { balance: await loadBalance(work, id) };
  },
});

/** @throws Refusal 400 when a cap is to back a balance for a prefix, 409 when more is in use */
async function changeOverdraft(
  at: InTransaction,
  balance: LockedBalance,
  overdraft: z.output<ReturnType<typeof givenOverdraft>>,
): Promise<void> {
  const isBacked = "cap" in overdraft;
  if (isBacked && balance.keyPrefix !== null) throw new Refusal(backedForPrefix);
  const max = toTokenUnits(isBacked ? overdraft.max : overdraft);
  if (isBacked && max === balance.overdraftMax) return;
  const inUse = larger(-balance.available, 0n);
  if (inUse > max) throw new Refusal(overdraftInUse);
  const unknown = { capLeft: null, walletLeft: null, inFlight: null, lookedUpAt: null };
  await setOverdraft(at, balance, isBacked ? inUse : max, {
    ...unknown,
    checkedAt: null,
    overdraftMax: isBacked ? textOfUnits(max) : null,
  });
}

interface EntryPage {
  readonly balanceEntries: BalanceEntry[];
  /** The position that the next page ends before; null: this page is the last one. */
  readonly nextCursor: bigint | null;
}

/** Reads a page of a balance's entries, newest first. */
export async function listEntries(
  { db }: { readonly db: Queryable },
  balanceId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: bigint | undefined },
): Promise<EntryPage> {
  const found = await findEntries(db, balanceId, { limit: limit + 1, before: cursor });
  const balanceEntries = found.slice(0, limit);
  const isMore = found.length > limit;
  return { balanceEntries, nextCursor: (isMore && balanceEntries.at(-1)?.position) || null };
}

export const listBalanceEntries = read("GET /balances/{balanceId}/entries", {
  name: "balances.entries",
  summary: "List a balance's ledger, newest first",
  description:
    "Every change of the balance, with what was available and held after it. Entries never change, and their positions have no gaps, so the ledger can be checked by adding it up.",
  refusals: { balanceNotFound },
  input: BalanceEntryQuery,
  output: BalanceEntryPage,
  run: async (work, { balanceId, limit, cursor }) => {
    const { id } = await loadBalance(work, balanceId);
    return listEntries(work, id, { limit, cursor });
  },
});
