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
  /** A page of the hashes of what roots contain. @param roots at most 100 numbers */
  changes(
    roots: readonly number[],
    cursor: string | undefined,
  ): Promise<Page<"usageChanges", { readonly root: number; readonly hash: string }>>;
}

/** Hourly ones of ten years. */
const maxRoots = 100_000;

/** Of all roots together. */
const maxChanges = 200_000;

/** The changes of so many roots are asked for at once. */
const maxAsked = 100;

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
  roots.reverse();
  const others = await readOtherChanges(pages, usage, roots);
  return roots.map((root) => ({ ...root, otherChanges: others.get(root.number) ?? null }));
}

/** Reads what else is in the roots that need it, besides the events of the bill. A root with too many changes is left out. */
async function readOtherChanges(
  pages: RootPages,
  usage: RootedUsage,
  roots: readonly UsageRoot[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const others = new Map<number, string[]>();
  const asked: UsageRoot[] = [];
  let total = 0;
  for (const root of roots.filter((one) => usage.needsChanges(one))) {
    const count = root.eventCount + root.voidCount;
    const hasOthers = count > (usage.byRoot.get(root.number)?.count ?? 0);
    if (hasOthers && total + count > maxChanges) continue;
    others.set(root.number, []);
    if (!hasOthers) continue;
    asked.push(root);
    total += count;
  }
  let read = 0;
  for (let at = 0; at < asked.length; at += maxAsked) {
    const numbers = asked.slice(at, at + maxAsked).map(({ number }) => number);
    for await (const { root, hash } of itemsOf("usageChanges", (cursor) =>
      pages.changes(numbers, cursor),
    )) {
      read += 1;
      if (read > total) throw new ProofError("The usage roots have more changes than they say.");
      others.get(root)?.push(hash);
    }
  }
  for (const { number } of asked) {
    const own = new Set(usage.byRoot.get(number)?.hashes());
    const hashes = others.get(number) ?? [];
    others.set(
      number,
      hashes.filter((hash) => !own.has(hash)),
    );
  }
  return others;
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
