import { ProofError } from "../fields.ts";
import type { UsageRoot } from "../usage-root.ts";
import { checkRoot } from "./proof-form.ts";
import type { RootedUsage } from "./rooted-usage.ts";
import type { BilledRoot } from "./verify-billed-roots.ts";

type Page<Name extends string, Item> = { readonly [Items in Name]: readonly Item[] } & {
  readonly nextCursor: string | null;
};

/** What the link of an invoice lists. The first page has no cursor. */
export interface RootPages {
  /** A page of the usage roots, newest first. */
  roots(cursor: string | undefined): Promise<Page<"usageRoots", UsageRoot>>;
  /** A page of the hashes of what a root contains. */
  changes(
    root: number,
    cursor: string | undefined,
  ): Promise<Page<"usageChanges", { readonly hash: string }>>;
}

/** Those of ten years. */
const maxRoots = 100_000;

/** Of all roots together. */
const maxChanges = 200_000;

/**
 * Reads the usage roots that a bill is compared with: no more than an honest service can have.
 *
 * @param usage the events of the bill, after they were read
 * @returns the oldest first; null when there are too many
 * @throws ProofError for what no service can have
 */
export async function readBilledRoots(
  pages: RootPages,
  usage: RootedUsage,
): Promise<BilledRoot[] | null> {
  const roots: UsageRoot[] = [];
  for await (const root of itemsOf("usageRoots", (cursor) => pages.roots(cursor))) {
    checkRoot(root, "A usage root");
    const newer = roots.at(-1);
    if (newer !== undefined && newer.number !== root.number + 1) {
      throw new ProofError(`Usage root ${root.number} is not the one before ${newer.number}.`);
    }
    if (root.number >= usage.from) roots.push(root);
    if (roots.length > maxRoots) return null;
    if (root.number <= usage.from) break;
  }
  const read: BilledRoot[] = [];
  let left = maxChanges;
  for (const root of roots.reverse()) {
    const otherChanges = await otherChangesOf(root, { pages, usage, left });
    left -= otherChanges?.length ?? 0;
    read.push({ ...root, otherChanges });
  }
  return read;
}

interface Reading {
  readonly pages: RootPages;
  readonly usage: RootedUsage;
  /** How many hashes may still be read. */
  readonly left: number;
}

/** @returns null when they are not needed, or too many */
async function otherChangesOf(
  root: UsageRoot,
  { pages, usage, left }: Reading,
): Promise<readonly string[] | null> {
  if (!usage.needsChanges(root)) return null;
  const own = usage.byRoot.get(root.number);
  const total = root.eventCount + root.voidCount;
  if (own !== undefined && own.count >= total) return [];
  if (total > left) return null;
  const others = new Set<string>();
  const items = itemsOf("usageChanges", (cursor) => pages.changes(root.number, cursor));
  for await (const { hash } of items) {
    others.add(hash);
    if (others.size > total) break;
  }
  for (const hash of own?.hashes() ?? []) others.delete(hash);
  return [...others];
}

/** The items of a list, a page at a time. */
async function* itemsOf<Name extends string, Item>(
  name: Name,
  read: (cursor: string | undefined) => Promise<Page<Name, Item>>,
): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    yield* page[name];
    if (page.nextCursor === null) return;
    if (page[name].length === 0)
      throw new ProofError(`A page without ${name} is not the last one.`);
    cursor = page.nextCursor;
  }
}
