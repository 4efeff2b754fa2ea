import { isEqual, sum } from "@usance/ui";
import { hashText, usageHasher } from "@usance/usage-hash";
import type { Invoice } from "../api/answers.ts";
import type { BilledApi, InvoiceUsage, SettlementProof, UsagePage } from "../api/billed-api.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { askChain, type ChainAnswer } from "./ask-chain.ts";

/* Loaded when somebody verifies a receipt: it brings the code of the usage hash with it. */

/** The values to verify, as the page shows them. */
export interface Shown {
  readonly invoice: Pick<Invoice, "amount" | "amountDue" | "lines">;
  readonly usage: InvoiceUsage | null;
  /** null: the page shows none. */
  readonly receipt: Invoice["receipt"];
}

/** The results. Each is null if there was nothing to compare. */
export interface Verified {
  readonly eventCount: number;
  readonly usageHash: string;
  readonly proof: SettlementProof;
  /** Whether the lines add up to the amount. */
  readonly linesAddUp: boolean | null;
  /** Whether the usage events add up to the quantities that the page shows. */
  readonly usageAddsUp: boolean | null;
  /** Whether the invoice that the usage hash covers has the amount that the page shows. */
  readonly isOfShownInvoice: boolean;
  /** Whether the record of the payment names the invoice of which the usage hash is. */
  readonly invoiceIsRecorded: boolean;
  /** Whether it has the amount due, which the receipt shows: the invoice's amount less the credit notes before its payment. */
  readonly amountIsRecorded: boolean;
  /** Whether it names the wallets and the transaction of the receipt. */
  readonly receiptIsRecorded: boolean | null;
  /** Whether its reference is the usage hash. */
  readonly usageIsRecorded: boolean;
  /** Whether the chain has that record; null where no wallet could be asked. */
  readonly chain: ChainAnswer | null;
}

interface Parts {
  readonly api: BilledApi;
  readonly linkToken: string;
  /** The wallets of this browser, which may read the chain. */
  readonly wallets: readonly Wallet[];
  readonly signal: AbortSignal;
  /** Called with the number of usage events read so far. */
  readonly onRead: (eventCount: number) => void;
}

/**
 * Reads all usage events of a paid invoice and the proof of its payment, computes the usage hash of docs/usage-hash.md from
 * the events, and compares all that can be compared: usage with usage hash, usage hash with invoice, invoice with the record of
 * its payment, and that record with the chain.
 *
 * @throws UsageHashError when the service answers with events that cannot be billed on the invoice
 */
export async function verifyBilled(
  { invoice, usage, receipt }: Shown,
  { api, linkToken, wallets, signal, onRead }: Parts,
): Promise<Verified> {
  const proof = await api.proof(linkToken, signal);
  const first = await api.usageEvents(linkToken, null, signal);
  const hasher = usageHasher(first.invoice);
  const quantities = new Map<string, string>();
  let eventCount = 0;
  for (let page: UsagePage | null = first; page !== null; ) {
    for (const event of page.usageEvents) {
      hasher.add(event);
      const prefix = event.eventKey.split(":", 1)[0] ?? "";
      quantities.set(prefix, sum([quantities.get(prefix) ?? "0", event.quantity]));
    }
    eventCount += page.usageEvents.length;
    onRead(eventCount);
    page =
      page.nextCursor === null ? null : await api.usageEvents(linkToken, page.nextCursor, signal);
  }
  const usageHash = hasher.usageHash();
  const chain = await askChain(proof, wallets);
  signal.throwIfAborted();
  return {
    eventCount,
    usageHash,
    proof,
    linesAddUp: linesAddUp(invoice),
    usageAddsUp: usageAddsUp(usage, eventCount, quantities),
    invoiceIsRecorded: isSame(proof.event.invoiceHash, hashText(first.invoice.id)),
    isOfShownInvoice: isEqual(invoice.amount, first.invoice.amount),
    amountIsRecorded: [invoice.amountDue, receipt?.amount ?? invoice.amountDue].every((amount) =>
      isEqual(amount, amountOf(proof.event.amount)),
    ),
    receiptIsRecorded: receiptIsRecorded(receipt, proof),
    usageIsRecorded: isSame(proof.event.referenceHash, usageHash),
    chain,
  };
}

function linesAddUp({ lines, amount }: Shown["invoice"]): boolean | null {
  return lines.length === 0 ? null : isEqual(sum(lines.map((line) => line.amount)), amount);
}

function usageAddsUp(
  usage: InvoiceUsage | null,
  eventCount: number,
  quantities: ReadonlyMap<string, string>,
): boolean | null {
  // Of more events than are summed, the page shows the newest alone.
  if (usage === null || usage.count < eventCount) return null;
  if (!usage.hasMorePrefixes && quantities.size !== usage.prefixes.length) return false;
  return usage.prefixes.every(({ prefix, quantity }) =>
    isEqual(quantities.get(prefix) ?? "0", quantity),
  );
}

function receiptIsRecorded(
  receipt: Shown["receipt"],
  { transactionHash, event: { payer, merchant } }: SettlementProof,
): boolean | null {
  if (receipt === null) return null;
  return (
    isSame(receipt.transactionHash, transactionHash) &&
    isSame(receipt.payerAddress, payer) &&
    isSame(receipt.merchantAddress, merchant)
  );
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** @param units of USDC on the chain, of which a million are one */
function amountOf(units: string): string {
  const digits = units.padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
