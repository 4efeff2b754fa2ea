import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Bill } from "../bill.ts";
import type { BilledEvent } from "../usage-event.ts";
import { type UsageRoot, usageChangeHash } from "../usage-root.ts";
import type { RootedEvent, UsagePages } from "./verify-usage.ts";

/** The events of a bill in one root. */
class EventsOfRoot {
  /** Those of a million events would take much more memory as texts. */
  #hashes = new Uint8Array(32);
  count = 0;
  /** When the earliest of them occurred. */
  earliest = "9999";

  add(event: BilledEvent): void {
    const end = 32 * (this.count + 1);
    if (end > this.#hashes.length) {
      const larger = new Uint8Array(2 * this.#hashes.length);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes.set(hexToBytes(usageChangeHash(event).slice(2)), end - 32);
    this.count += 1;
    if (event.occurredAt < this.earliest) this.earliest = event.occurredAt;
  }

  hashes(): string[] {
    const hex = bytesToHex(this.#hashes.subarray(0, 32 * this.count));
    return Array.from({ length: this.count }, (_, at) => `0x${hex.slice(64 * at, 64 * (at + 1))}`);
  }
}

/** The usage events of a bill, by the roots that contain them. */
export class RootedUsage {
  readonly byRoot = new Map<number, EventsOfRoot>();
  readonly keys: string[] = [];
  /** How many events are in no root. */
  unrooted = 0;
  /** The number of the first root with events; infinite: none has. */
  #first = Number.POSITIVE_INFINITY;
  /** The number of the root that the bill names; 0: it names none. */
  readonly named: number;
  /** The smallest number of a root that the bill, or the one before it, names; infinite: they name none. */
  readonly #firstNamed: number;

  /** @param before the bills before it, the newest first */
  constructor({ usageRoot }: Bill, before: readonly Bill[]) {
    this.named = usageRoot?.number ?? 0;
    const [older] = before;
    const numbers = [usageRoot, older?.usageRoot].flatMap((root) => root?.number ?? []);
    this.#firstNamed = Math.min(...numbers);
  }

  /** The smallest number of a root that is compared; infinite: none is. */
  get from(): number {
    return Math.min(this.#firstNamed, this.#first);
  }

  /** Hands pages of the events on, and adds those of a page once it was checked. */
  async *read(pages: UsagePages): AsyncGenerator<readonly RootedEvent[]> {
    for await (const page of pages) {
      yield page;
      for (const event of page) this.#add(event);
    }
  }

  /** Whether all changes of a root must be known: it contains usage of the bill, or may say that some was voided before. */
  needsChanges({ number, voidCount }: UsageRoot): boolean {
    const hasVoids = voidCount > 0 && this.#first <= number && number <= this.named;
    return hasVoids || this.byRoot.has(number);
  }

  #add(event: RootedEvent): void {
    const { root } = event;
    this.keys.push(event.eventKey);
    if (root == null) {
      this.unrooted += 1;
      return;
    }
    let own = this.byRoot.get(root);
    if (own === undefined) {
      own = new EventsOfRoot();
      this.byRoot.set(root, own);
      this.#first = Math.min(this.#first, root);
    }
    own.add(event);
  }
}
