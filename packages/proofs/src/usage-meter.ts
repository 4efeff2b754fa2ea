import type { PrefixTotals } from "./bill.ts";
import { compareKeys } from "./compare-keys.ts";
import { fromMillionths, toMillionths } from "./decimals.ts";
import { assertObject, decimal, ProofError, text, time } from "./fields.ts";
import { anySha256, leafOf, type Sha256, SumTree } from "./sum-tree.ts";
import { type BilledEvent, leafText, prefixIn } from "./usage-event.ts";
import { pathText, type UsageProof } from "./usage-proof.ts";

/** An event that is added to a tree. */
interface Recorded {
  readonly eventKey: string;
  readonly quantity: string;
  /** The same in millionths. */
  readonly millionths: bigint;
  /** In milliseconds since 1970. */
  readonly at: number;
}

interface Group {
  readonly tree: SumTree;
  count: number;
  sum: bigint;
  max: bigint;
  last: Recorded;
}

/**
 * Measures the usage of a period as a rate card prices it, and computes the roots that a bill commits to. Events come in
 * the order of their times. It keeps only those of the newest millisecond, so a period can have any number of them.
 */
export class UsageMeter {
  readonly #prefixes: ReadonlySet<string>;
  readonly #proven: string | null;
  readonly #hash: Sha256;
  readonly #groups = new Map<string, Group>();
  #proof: Pick<UsageProof, "usageEvent" | "prefix" | "index"> | null = null;
  /** The events of the newest millisecond, whose order is not known yet. */
  #newest: Recorded[] = [];
  /** The keys of those that `add` has checked. */
  readonly #newestKeys = new Set<string>();

  /**
   * @param prefixes those that the card names
   * @param proven the key of an event that is to be proven; of several with that key, the first is
   */
  constructor(
    prefixes: Iterable<string>,
    {
      proven = null,
      hash = anySha256,
    }: { readonly proven?: string | null; readonly hash?: Sha256 } = {},
  ) {
    this.#prefixes = new Set(prefixes);
    this.#proven = proven;
    this.#hash = hash;
  }

  /**
   * @throws ProofError for an event that cannot be hashed, that is older than the one before, or that has the millisecond and the
   *   key of one before; the meter is then as if it had not been called
   */
  add(event: BilledEvent, name = "usageEvent"): void {
    assertObject(event, name);
    const eventKey = text(event.eventKey, `${name}.eventKey`);
    const quantity = decimal(event.quantity, `${name}.quantity`);
    const at = Date.parse(time(event.occurredAt, `${name}.occurredAt`));
    const newest = this.#newest[0]?.at ?? at;
    if (at < newest) throw new ProofError(`${name} occurred before the event before it.`);
    if (at > newest) this.#newestKeys.clear();
    if (this.#newestKeys.has(eventKey))
      throw new ProofError(`${name} has the time and the key of an event before it.`);
    this.#newestKeys.add(eventKey);
    this.addRecorded(eventKey, quantity, at);
  }

  /**
   * Adds an event that is known to be valid, in its exact form, and not older than the one before.
   *
   * @param quantity with six decimal places
   * @param at in milliseconds since 1970
   */
  addRecorded(eventKey: string, quantity: string, at: number): void {
    const [first] = this.#newest;
    if (first !== undefined && first.at !== at) this.#addNewest();
    this.#newest.push({ eventKey, quantity, millionths: toMillionths(quantity), at });
  }

  /** Ends the period. @returns the totals in the order of their last events; and the proof of the event that was asked for */
  end(): { readonly totals: PrefixTotals[]; readonly proof: UsageProof | null } {
    this.#addNewest();
    let proof: UsageProof | null = null;
    const groups = [...this.#groups].sort(([, one], [, other]) => inOrder(one.last, other.last));
    const totals = groups.map(([prefix, { tree, count, sum, max, last }]): PrefixTotals => {
      const { root, path } = tree.end();
      if (this.#proof?.prefix === prefix) proof = { ...this.#proof, path: path.map(pathText) };
      return {
        prefix,
        count,
        quantity: fromMillionths(sum),
        max: fromMillionths(max),
        last: last.quantity,
        root: `0x${root.hash}`,
      };
    });
    return { totals, proof };
  }

  #addNewest(): void {
    if (this.#newest.length > 1) this.#newest.sort(inOrder);
    for (const event of this.#newest) this.#addInOrder(event);
    this.#newest = [];
  }

  #addInOrder(event: Recorded): void {
    const { eventKey, quantity, millionths, at } = event;
    const prefix = prefixIn(this.#prefixes, eventKey);
    let group = this.#groups.get(prefix);
    if (group === undefined) {
      group = { tree: new SumTree(this.#hash), count: 0, sum: 0n, max: 0n, last: event };
      this.#groups.set(prefix, group);
    }
    const usageEvent = { eventKey, quantity, occurredAt: new Date(at).toISOString() };
    const isProven = eventKey === this.#proven && this.#proof === null;
    if (isProven) this.#proof = { usageEvent, prefix, index: group.count };
    group.tree.add(leafOf(leafText(usageEvent), millionths, this.#hash), isProven);
    group.count += 1;
    group.sum += millionths;
    if (millionths > group.max) group.max = millionths;
    group.last = event;
  }
}

/** The order of leaves: by time, then by quantity, then by the bytes of the key. */
function inOrder(one: Recorded, other: Recorded): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.millionths !== other.millionths) return one.millionths < other.millionths ? -1 : 1;
  return compareKeys(one.eventKey, other.eventKey);
}
