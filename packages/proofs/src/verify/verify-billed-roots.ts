import type { Bill } from "../bill.ts";
import { type UsageRoot, usageChangeHash, usageChangesHash } from "../usage-root.ts";
import { bad, type Finding, good, open } from "./findings.ts";
import { checkBilledRoots } from "./proof-form.ts";
import type { RootedUsage } from "./rooted-usage.ts";
import { isNextRoot } from "./verify-roots.ts";

/** A usage root, and the hashes of those changes that are not usage events of a bill. */
export interface BilledRoot extends UsageRoot {
  /** null: they are not known. */
  readonly otherChanges: readonly string[] | null;
}

/**
 * Compares the usage events of a bill with the roots that fixed them. The roots go on from each other and contain exactly these
 * events, and of those that the bill names none has voided one.
 *
 * @param before the bills before it
 * @param roots the oldest first
 * @throws ProofError for roots that no service can have
 */
export function verifyBilledRoots(
  usage: RootedUsage,
  [bill, ...before]: readonly [Bill, ...Bill[]],
  roots: readonly BilledRoot[],
): Finding {
  checkBilledRoots(roots, "usageRoots");
  const wrong =
    wrongRoot(bill, roots) ??
    wrongName(usage, [bill, ...before], roots) ??
    wrongContent(usage, roots) ??
    voidedIn(usage, roots);
  if (wrong !== null) return bad(wrong);
  const unknown = roots.find((root) => root.otherChanges === null && usage.needsChanges(root));
  return unknown === undefined
    ? inWords(usage, roots)
    : open(`Usage root ${unknown.number} contains other usage, which is not there to compare.`);
}

/** What is wrong with roots by themselves, in words. */
function wrongRoot({ subscriptionId }: Bill, roots: readonly UsageRoot[]): string | null {
  const wrong = roots.find(
    (root, place) => root.subscriptionId !== subscriptionId || !isNextRoot(root, roots[place - 1]),
  );
  return wrong
    ? `Usage root ${wrong.number} is not what its fields and the root before say.`
    : null;
}

/** Which root that is compared, or that a bill names, is not among the roots, in words. */
function wrongName(
  { from }: RootedUsage,
  bills: readonly Bill[],
  roots: readonly UsageRoot[],
): string | null {
  const [first] = roots;
  if (from < (first?.number ?? Number.POSITIVE_INFINITY)) return `Usage root ${from} is not there.`;
  const known = new Map(roots.map(({ number, root }) => [number, root]));
  if (first?.rootBefore != null) known.set(first.number - 1, first.rootBefore);
  for (const [place, { usageRoot }] of bills.entries()) {
    if (usageRoot === null) continue;
    const { number, root } = usageRoot;
    // Those of earlier bills may be older than all that are known.
    if ((known.get(number) ?? root) !== root || (place === 0 && !known.has(number))) {
      return `Usage root ${number} is not the one that ${place === 0 ? "the bill" : "a bill before"} names.`;
    }
  }
  return null;
}

/** Which root does not contain exactly the events and the other changes that are told, in words. */
function wrongContent({ byRoot }: RootedUsage, roots: readonly BilledRoot[]): string | null {
  const numbers = new Set(roots.map(({ number }) => number));
  const absent = [...byRoot.keys()].find((number) => !numbers.has(number));
  if (absent !== undefined) return `Usage root ${absent}, which contains its usage, is not there.`;
  const others = new Map<string, number>();
  for (const { number, otherChanges } of roots) {
    for (const hash of otherChanges ?? []) {
      const other = others.get(hash) ?? number;
      if (other !== number) return `Usage roots ${other} and ${number} contain the same change.`;
      others.set(hash, number);
    }
  }
  for (const { number, otherChanges, eventCount, voidCount, changesHash } of roots) {
    const own = byRoot.get(number)?.hashes() ?? [];
    const twice = own.find((hash) => (others.get(hash) ?? number) !== number);
    if (twice !== undefined) {
      return `Usage roots ${number} and ${others.get(twice)} contain the same change.`;
    }
    if (otherChanges === null) continue;
    const all = [...new Set([...own, ...otherChanges])];
    const isComplete =
      own.length <= eventCount &&
      all.length === eventCount + voidCount &&
      usageChangesHash(all) === changesHash;
    if (!isComplete) return `Usage root ${number} contains other usage than is told.`;
  }
  return null;
}

/** Which event was voided by a root that the bill names, or one before that, in words. */
function voidedIn({ keys, named }: RootedUsage, roots: readonly BilledRoot[]): string | null {
  const before = roots.filter(({ number }) => number <= named);
  const changes = new Set(before.flatMap(({ otherChanges }) => otherChanges ?? []));
  if (changes.size === 0) return null;
  const voided = keys.find((eventKey) =>
    changes.has(usageChangeHash({ eventKey, quantity: null, occurredAt: null })),
  );
  return voided === undefined ? null : `The usage event ${voided} was voided before the bill.`;
}

/** What roots that hold say, in words. */
function inWords(
  { byRoot, keys, unrooted, named }: RootedUsage,
  roots: readonly UsageRoot[],
): Finding {
  const total = keys.length;
  if (total === 0)
    return good(`Usage roots go on from each other to root ${named}, which the bill names.`);
  const events = total === 1 ? "usage event" : `${total.toLocaleString("en")} usage events`;
  if (unrooted > 0) {
    const which = unrooted === total ? "Its" : `${unrooted.toLocaleString("en")} of its`;
    return open(
      `${which} ${events} ${total === 1 ? "is" : "are"} in no usage root yet. One is made each hour, and soon after a bill.`,
    );
  }
  let [longest, before] = [0, 0];
  for (const { number, createdAt } of roots) {
    const own = byRoot.get(number);
    if (own === undefined) continue;
    longest = Math.max(longest, Date.parse(createdAt) - Date.parse(own.earliest));
    if (number <= named) before += own.count;
  }
  const delay = `, by the service’s clock at most ${timeText(longest)} after ${total === 1 ? "it" : "they"} occurred`;
  const first = `Usage roots that go on from each other contain its ${events}${longest > 0 ? delay : ""}`;
  return good(
    before === 0
      ? `${first}. The bill names none of them.`
      : `${first}: ${before === total ? "all" : before.toLocaleString("en")} before the bill, which names root ${named}.`,
  );
}

const minuteMs = 60_000;

/** @returns `62 minutes`, rounded up, in a unit of which there are not many */
function timeText(ms: number): string {
  const units = [
    ["minute", 1],
    ["hour", 60],
    ["day", 1_440],
  ] as const;
  const [name, minutes] = units.findLast(([, size]) => ms >= 2 * size * minuteMs) ?? units[0];
  const count = Math.ceil(ms / (minutes * minuteMs));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
