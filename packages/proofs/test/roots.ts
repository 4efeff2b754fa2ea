import type { BilledEvent, BilledRoot, RootedEvent } from "../src/index.ts";
import { sha256 } from "./naive-tree.ts";

/* The usage roots of a subscription, by the definitions of docs/proofs.md, for tests to compare with. */

/** An event that is recorded; or one that is voided, without quantity and time. */
export type Change = BilledEvent | Pick<BilledEvent, "eventKey">;

export const hashOf = (change: Change): string =>
  `0x${sha256(
    "quantity" in change
      ? `leaf\n${change.eventKey}\n${change.quantity}\n${change.occurredAt}`
      : `void\n${change.eventKey}`,
  )}`;

type Root = Omit<BilledRoot, "otherChanges">;

export function changesHashOf(hashes: readonly string[]): string {
  const bytes = hashes.map((hash) => hash.slice(2)).sort();
  return `0x${sha256(Buffer.from(bytes.join(""), "hex"))}`;
}

export function rootOf(fields: Omit<Root, "root">): string {
  const { changesHash, createdAt, eventCount, number, rootBefore, subscriptionId, voidCount } =
    fields;
  const text = JSON.stringify({
    ...{ changesHash, createdAt, eventCount, number, rootBefore, subscriptionId },
    ...{ version: 1, voidCount },
  });
  return `0x${sha256(text)}`;
}

/** The roots of a subscription so far. */
export class Roots {
  readonly #all: { readonly root: Root; readonly changes: readonly Change[] }[] = [];

  readonly #subscriptionId: string;

  constructor(subscriptionId: string) {
    this.#subscriptionId = subscriptionId;
  }

  /** Makes a root, unless nothing has changed. */
  make(createdAt: string, changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const before = this.newest();
    const eventCount = changes.filter((change) => "quantity" in change).length;
    const root = {
      ...{ subscriptionId: this.#subscriptionId, number: (before?.number ?? 0) + 1, createdAt },
      ...{ eventCount, voidCount: changes.length - eventCount },
      ...{ changesHash: changesHashOf(changes.map(hashOf)), rootBefore: before?.root ?? null },
    };
    this.#all.push({ root: { ...root, root: rootOf(root) }, changes });
  }

  newest(): Root | null {
    return this.#all.at(-1)?.root ?? null;
  }

  /** What is told of the events of a bill, and of the roots from a number on, or from the first one with such an event. */
  toldOf(events: readonly BilledEvent[], from: number) {
    const rooted = events.map((event): RootedEvent => {
      const found = this.#all.find(({ changes }) => changes.includes(event));
      return { ...event, root: found?.root.number ?? null };
    });
    const numbers = new Set(rooted.map(({ root }) => root ?? from));
    const first = Math.min(from, ...numbers);
    const own = new Set<Change>(events);
    const told = this.#all.slice(first - 1).map(({ root, changes }): BilledRoot => {
      const isNeeded = numbers.has(root.number) || root.voidCount > 0;
      const others = changes.filter((change) => !own.has(change)).map(hashOf);
      return { ...root, otherChanges: isNeeded ? others : null };
    });
    return { usageEvents: rooted, usageRoots: told };
  }
}
