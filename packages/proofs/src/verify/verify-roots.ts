import { anySha256 } from "../sum-tree.ts";
import {
  type UsageChange,
  type UsageRoot,
  usageChangeHash,
  usageChangesHash,
  usageRootText,
} from "../usage-root.ts";
import { bad, type Finding, good } from "./findings.ts";

/** A change, and the number of the root that contains it. */
type RootedChange = UsageChange & { readonly root: number };

/** What a reader knows already. */
export interface KnownRoot {
  readonly subscriptionId: string;
  /** A root that was kept; null: none was. */
  readonly kept: Pick<UsageRoot, "number" | "root"> | null;
}

/**
 * Checks that roots go on from each other, that they contain a root that was kept, and that they contain exactly these changes:
 * so nothing that was recorded or voided before the kept root was changed since.
 *
 * @param roots all of the subscription, the oldest first. They may come from anyone, as may the changes
 * @param changes all that they contain, in any order
 * @throws ProofError for a change that the service could not have recorded
 */
export async function verifyUsageRoots(
  { subscriptionId, kept }: KnownRoot,
  roots: readonly UsageRoot[],
  changes: AsyncIterable<RootedChange> | Iterable<RootedChange>,
): Promise<readonly Finding[]> {
  for (const [place, root] of roots.entries()) {
    const isNext =
      root.subscriptionId === subscriptionId &&
      root.number === place + 1 &&
      isNextRoot(root, roots[place - 1]);
    if (!isNext) return [bad(`Root ${place + 1} is not what its fields and the root before say.`)];
  }
  if (kept !== null && roots[kept.number - 1]?.root !== kept.root) {
    return [bad(`Root ${kept.number} is not the one that was kept.`)];
  }
  const wrong = await wrongChange(roots, changes);
  if (wrong !== null) return [bad(wrong)];
  const [recorded, voided] = [sumOf(roots, "eventCount"), sumOf(roots, "voidCount")];
  return [
    good(`The roots go on from each other, from the first to root ${roots.length}.`),
    ...(kept === null ? [] : [good(`Root ${kept.number} is still the one that was kept.`)]),
    good(`They contain exactly the usage that is listed: ${recorded} recorded, ${voided} voided.`),
  ];
}

const sumOf = (roots: readonly UsageRoot[], field: "eventCount" | "voidCount") =>
  roots.reduce((sum, root) => sum + root[field], 0);

/** Whether a root is what its fields say, and goes on from the one before it. @param before undefined: it is not known */
export const isNextRoot = (root: UsageRoot, before: UsageRoot | undefined): boolean =>
  root.root === hashOf(root) &&
  (root.rootBefore === null) === (root.number === 1) &&
  (before === undefined ||
    (root.number === before.number + 1 &&
      root.rootBefore === before.root &&
      root.createdAt >= before.createdAt));

/** null: it is no root. */
function hashOf(root: UsageRoot): string | null {
  try {
    return `0x${anySha256(usageRootText(root))}`;
  } catch {
    return null;
  }
}

/** What is wrong with the changes of roots that go on from each other, in words. */
async function wrongChange(
  roots: readonly UsageRoot[],
  changes: AsyncIterable<RootedChange> | Iterable<RootedChange>,
): Promise<string | null> {
  const most = sumOf(roots, "eventCount") + sumOf(roots, "voidCount");
  const byRoot = new Map<number, RootedChange[]>();
  let listed = 0;
  for await (const change of changes) {
    listed += 1;
    if (listed > most) return "There are more changes than the roots contain.";
    const own = byRoot.get(change.root);
    if (own === undefined) byRoot.set(change.root, [change]);
    else own.push(change);
  }
  const [recorded, voided] = [new Set<string>(), new Set<string>()];
  for (const { number, eventCount, changesHash } of roots) {
    const own = byRoot.get(number) ?? [];
    const events = own.filter(({ quantity }) => quantity !== null);
    if (
      events.length !== eventCount ||
      usageChangesHash(own.map(usageChangeHash)) !== changesHash
    ) {
      return `Root ${number} contains other usage than is listed.`;
    }
    for (const { eventKey } of events) {
      if (recorded.has(eventKey)) return `The usage event ${eventKey} was recorded twice.`;
      recorded.add(eventKey);
    }
    for (const { eventKey, quantity } of own) {
      if (quantity !== null) continue;
      if (!recorded.has(eventKey) || voided.has(eventKey)) {
        return `The usage event ${eventKey} was voided twice, or before it was recorded.`;
      }
      voided.add(eventKey);
    }
  }
  return listed === most ? null : "There are fewer changes than the roots contain.";
}
