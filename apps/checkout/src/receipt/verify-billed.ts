import {
  type Bill,
  type BilledRoot,
  bad,
  canonicalJson,
  type Finding,
  good,
  open,
  readBilledRoots,
  verifyBill,
} from "@usance/proofs";
import { amountText, isEqual } from "@usance/ui";
import type { Invoice } from "../api/answers.ts";
import type { BilledApi, InvoiceProof, SettlementProof, UsagePage } from "../api/billed-api.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { askChain, type ChainAnswer } from "./ask-chain.ts";

/* Loaded when somebody verifies a receipt: it brings the code of the hashes and of the prices with it. */

/** The values to verify, as the page shows them. */
export interface Shown {
  readonly invoice: Pick<Invoice, "amount" | "amountDue" | "lines">;
  /** null: the page shows none. */
  readonly receipt: Invoice["receipt"];
}

export { type Comparison, compareLog } from "./compare-log.ts";
export type { Finding };

export interface Verified {
  readonly proof: InvoiceProof;
  /** Those that were read. */
  readonly usageEvents: UsagePage["usageEvents"];
  /** null: they were not read. */
  readonly usageRoots: readonly BilledRoot[] | null;
  readonly findings: readonly Finding[];
  readonly summary: string;
}

interface Parts {
  readonly api: Omit<BilledApi, "dispute">;
  readonly linkToken: string;
  /** The wallets of this browser, which may read the chain. */
  readonly wallets: readonly Wallet[];
  readonly signal: AbortSignal;
  /** Called with the number of usage events read so far. */
  readonly onRead: (eventCount: number) => void;
}

/**
 * Computes again what an invoice commits to, and compares it with the page, and the record of its payment with the chain.
 *
 * @throws ProofError when the service answers with events that no bill can have, and RatingError with prices that no rate card
 *   can have
 */
export async function verifyBilled(shown: Shown, parts: Parts): Promise<Verified> {
  const { api, linkToken, wallets, signal } = parts;
  const proof = await api.proof(linkToken, signal);
  const usageEvents: UsagePage["usageEvents"] = [];
  let usageRoots: readonly BilledRoot[] | null = null;
  const found = await verifyBill(proof, pagesOf(parts, usageEvents), async (usage) => {
    const pages = {
      roots: (cursor?: string) => api.usageRoots(linkToken, cursor, signal),
      changes: (roots: readonly number[], cursor?: string) =>
        api.usageChanges({ linkToken, roots }, cursor, signal),
    };
    usageRoots = await readBilledRoots(pages, usage);
    return usageRoots;
  });
  const { settlement } = proof;
  const ofPayment =
    settlement === null
      ? []
      : [ofReceipt(shown, settlement), ofChain(await askChain(settlement, wallets))];
  signal.throwIfAborted();
  const findings = [ofPage(shown, proof), ...found, ...ofPayment];
  const summary = summaryOf(findings, settlement !== null);
  return { proof, usageEvents, usageRoots, findings, summary };
}

/** What all findings say together. */
function summaryOf(findings: readonly Finding[], isPaid: boolean): string {
  if (findings.some(({ outcome }) => outcome === "bad")) return "What is billed does not verify.";
  // That it is not paid is one of them.
  const unchecked = findings.filter(({ outcome }) => outcome === "open").length;
  if (unchecked > (isPaid ? 0 : 1)) return "All that this browser could check holds.";
  return isPaid
    ? "Every event, price and sum was computed again, nothing was changed since it was recorded, and this payment on the chain names exactly this bill."
    : "Every event, price and sum was computed again, and nothing was changed since it was recorded.";
}

/** @param read gets the events */
async function* pagesOf({ api, linkToken, signal, onRead }: Parts, read: UsagePage["usageEvents"]) {
  for (let cursor: string | undefined; ; ) {
    const page: UsagePage = await api.usageEvents(linkToken, cursor, signal);
    for (const event of page.usageEvents) read.push(event);
    onRead(read.length);
    yield page.usageEvents;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** Compares what the page shows with the bill. */
function ofPage({ invoice }: Shown, { bill }: InvoiceProof): Finding {
  const { amount, lines } = invoice;
  return isEqual(amount, bill.amount) && textOf(lines) === textOf(bill.lines)
    ? good("This page shows the lines and the amount of the bill.")
    : bad("The bill has other lines or another amount than this page shows.");
}

/** Compares what the page shows with the record of the payment. */
function ofReceipt(
  { invoice, receipt }: Shown,
  { transactionHash, event }: SettlementProof,
): Finding {
  const paid = amountOf(event.amount);
  const isPaid = [invoice.amountDue, receipt?.amount ?? paid].every((one) => isEqual(one, paid));
  const isOfReceipt =
    receipt === null ||
    (isSame(receipt.transactionHash, transactionHash) &&
      isSame(receipt.payerAddress, event.payer) &&
      isSame(receipt.merchantAddress, event.merchant));
  return isPaid && isOfReceipt
    ? good(
        `This page shows what that record has: ${amountText(paid)} USDC paid, the wallets and the transaction.`,
      )
    : bad("The record has another amount, wallet or transaction than this page shows.");
}

const textOf = (lines: Bill["lines"]) =>
  canonicalJson(
    lines.map(({ description, quantity, unitAmount, amount }) => [
      ...[description, quantity, unitAmount, amount],
    ]),
  );

function ofChain(chain: ChainAnswer | null): Finding {
  if (chain === null) {
    return open(
      "No wallet in this browser could read the chain, so this page has the record from the seller's service alone.",
    );
  }
  const words = `${chain.wallet} read the transaction from the chain`;
  return chain.isRecorded
    ? good(`${words}: the settlement contract has exactly this record.`)
    : bad(`${words}: it does not have this record.`);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** @param units of USDC on the chain, of which a million are one */
function amountOf(units: string): string {
  const digits = units.padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
