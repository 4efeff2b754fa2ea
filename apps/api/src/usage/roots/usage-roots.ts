import { type Hex, usageChangeHash, usageRootText } from "@usance/proofs";
import type { z } from "zod";
import { inSnapshot, isDistributed, type Queryable } from "../../db/client.ts";
import type { UsageRoot } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { publicQuery, read } from "../../operation/define.ts";
import { SubscriptionId, subscriptionNotFound } from "../../schemas/subscriptions.ts";
import {
  SigningKeys,
  UsageChangePage,
  type UsageHashPage,
  UsageRootPage,
  usageChangePage,
  usageChangesLost,
  usageRootPage,
  usageRootsNotDistributed,
} from "../../schemas/usage-roots.ts";
import { loadSubscription } from "../../subscriptions/load-subscription.ts";
import type { RootSigner } from "./root-signer.ts";
import { type ChangeRow, findChanges, findRoots } from "./store.ts";

const RootQuery = SubscriptionId.extend(usageRootPage);
const ChangeQuery = SubscriptionId.extend(usageChangePage);

/** Each root contains the one before it. So anyone who knows a root can check that later ones continue it. */
export const listUsageRoots = read("GET /subscriptions/{subscriptionId}/usage-roots", {
  name: "usageRoots.list",
  summary: "List the roots of a subscription's usage, newest first",
  description:
    "A root fixes all usage until then by a hash. One is made each hour in which usage was recorded or voided, and soon after each bill of usage. What is recorded or voided later is in a later root. Keep a root: nobody can change the usage before it without a difference that anyone can show.",
  refusals: { subscriptionNotFound },
  input: RootQuery,
  output: UsageRootPage,
  run: async (work, { subscriptionId, ...query }) => {
    await loadSubscription(work, subscriptionId);
    return rootPage(work, subscriptionId, query);
  },
});

/** A page of signed roots. */
export async function rootPage(
  { db, rootSigner }: { readonly db: Queryable; readonly rootSigner: RootSigner },
  subscriptionId: string,
  { limit, cursor }: Pick<z.output<typeof RootQuery>, "limit" | "cursor">,
): Promise<z.input<typeof UsageRootPage>> {
  const found = await findRoots(db, subscriptionId, { before: cursor, limit: limit + 1 });
  const shown = found.slice(0, limit);
  return {
    usageRoots: shown.map((root) => ({ ...root, signature: rootSigner.sign(textOf(root)) })),
    nextCursor: found.length > limit ? (shown.at(-1)?.number ?? null) : null,
  };
}

const textOf = (root: UsageRoot) =>
  usageRootText({ ...root, createdAt: root.createdAt.toISOString() });

export const listUsageChanges = read("GET /subscriptions/{subscriptionId}/usage-changes", {
  name: "usageRoots.changes",
  cost: "page",
  summary: "List what the roots of a subscription's usage contain",
  description:
    "Each event that was recorded, and each that was voided, with the root that contains it. Anyone who has all changes of a root can compute its `changesHash`.",
  refusals: { subscriptionNotFound, usageRootsNotDistributed, usageChangesLost },
  input: ChangeQuery,
  output: UsageChangePage,
  run: async (work, { subscriptionId, ...query }) => {
    await loadSubscription(work, subscriptionId);
    return changePage(work.db, subscriptionId, query);
  },
});

interface ChangePageQuery extends Pick<z.output<typeof ChangeQuery>, "limit" | "cursor"> {
  /** The number of the root before the first one that is read. */
  readonly after?: number | undefined;
  /** Those that are read; undefined: all. */
  readonly roots?: readonly number[];
}

/** A page of what roots contain. @throws Refusal when that cannot be told any more */
export async function changePage(
  db: Queryable,
  subscriptionId: string,
  { after = 0, roots, limit, cursor }: ChangePageQuery,
): Promise<{ usageChanges: ChangeRow[]; nextCursor: ChangeRow | null }> {
  if (isDistributed(db)) throw new Refusal(usageRootsNotDistributed);
  const query = { after, roots, cursor, limit: limit + 1 };
  const found = await inSnapshot(db, (tx) => findChanges(tx, subscriptionId, query));
  if (found === "lost") throw new Refusal(usageChangesLost);
  const shown = found.slice(0, limit);
  const nextCursor = found.length > limit ? (shown.at(-1) ?? null) : null;
  return { usageChanges: shown, nextCursor };
}

/** A page of the hashes of what some roots contain. @throws Refusal when that cannot be told any more */
export async function hashPage(
  db: Queryable,
  subscriptionId: string,
  query: ChangePageQuery,
): Promise<z.input<typeof UsageHashPage>> {
  const { usageChanges, nextCursor } = await changePage(db, subscriptionId, query);
  const hashes = usageChanges.map((change) => ({ root: change.root, hash: hashOf(change) }));
  return { usageChanges: hashes, nextCursor };
}

const hashOf = ({ eventKey, quantity, occurredAt }: ChangeRow): Hex =>
  usageChangeHash({
    eventKey,
    quantity: quantity?.toFixed(6) ?? null,
    occurredAt: occurredAt?.toISOString() ?? null,
  });

export const getSigningKeys = publicQuery("GET /.well-known/jwks.json", {
  name: "usageRoots.keys",
  summary: "Get the keys that sign usage roots",
  description: "A JWK Set (RFC 7517) of the public keys. `kid` of a signature's header names one.",
  output: SigningKeys,
  run: ({ parts }) => ({ keys: [...parts.rootSigner.keys] }),
});
