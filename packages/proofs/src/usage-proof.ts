import { fromBase64, toBase64 } from "./base64.ts";
import type { Bill } from "./bill.ts";
import { fromMillionths, toMillionths } from "./decimals.ts";
import { decimal, ProofError, text, time } from "./fields.ts";
import { leafOf, rootAbove, type Summed } from "./sum-tree.ts";
import { type BilledEvent, leafText, prefixIn } from "./usage-event.ts";

/** That a bill bills one usage event: JSON, and all that is needed besides the bill. */
export interface UsageProof {
  readonly usageEvent: BilledEvent;
  /** The prefix among whose usage the bill counts the event. */
  readonly prefix: string;
  /** The event's place among that usage of its period, from 0. */
  readonly index: number;
  /** The other parts of the tree on the way up from the event, the lowest first: hash in Base64, and sum. */
  readonly path: readonly (readonly [hash: string, sum: string])[];
}

export const pathText = ({ hash, sum }: Summed): [hash: string, sum: string] => [
  toBase64(hash),
  fromMillionths(sum),
];

/**
 * Whether a proof shows that a bill bills its event. Compare `billHash(bill)` with a hash from where you trust it, such as
 * the `SettlementRecorded` event on the chain.
 *
 * @param proof like the bill, it may come from anyone: a value that is not a proof does not verify
 */
export function verifyUsageProof(bill: Pick<Bill, "usage">, proof: UsageProof): boolean {
  try {
    return isBilled(bill, proof);
  } catch {
    // A field is missing, or has not its form.
    return false;
  }
}

function isBilled({ usage }: Pick<Bill, "usage">, proof: UsageProof): boolean {
  const { prefix, index, path } = proof;
  const eventKey = text(proof.usageEvent.eventKey, "eventKey");
  const quantity = decimal(proof.usageEvent.quantity, "quantity");
  const occurredAt = time(proof.usageEvent.occurredAt, "occurredAt");

  const period = usage?.periods.find(
    ({ from, to }) => from <= occurredAt && (to === null || occurredAt < to),
  );
  const totals = period?.totals.find((one) => one.prefix === prefix);
  if (period === undefined || totals === undefined) return false;
  // Otherwise the seller could count an event where it has another price.
  const prefixes = new Set(period.totals.map((one) => one.prefix));
  if (prefixIn(prefixes, eventKey) !== prefix) return false;

  const { count } = totals;
  if (!Number.isSafeInteger(index) || index < 0 || index >= count) return false;
  const leaf = leafOf(leafText({ eventKey, quantity, occurredAt }), toMillionths(quantity));
  const root = rootAbove(leaf, { index, count }, path.map(readPart));
  return (
    root !== null &&
    `0x${root.hash}` === totals.root &&
    fromMillionths(root.sum) === totals.quantity
  );
}

/** Of many events, a sum may have more digits than a quantity. */
const sumForm = /^(?:0|[1-9]\d{0,31})\.\d{6}$/;

/** @throws ProofError unless it is as `pathText` writes it: one value has one text */
function readPart(part: readonly unknown[]): Summed {
  const [hash, sum] = part;
  if (part.length !== 2 || typeof sum !== "string" || !sumForm.test(sum)) {
    throw new ProofError("A part must be a hash and a sum with six decimal places.");
  }
  return { hash: fromBase64(hash), sum: toMillionths(sum) };
}
