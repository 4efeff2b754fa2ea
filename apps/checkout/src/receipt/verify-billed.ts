import { type Bill, billHash, canonicalJson, hashText } from "@usance/proofs";
import { amountText, isEqual, sum } from "@usance/ui";
import type { Invoice } from "../api/answers.ts";
import type { BilledApi, SettlementProof, UsagePage } from "../api/billed-api.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { askChain, type ChainAnswer } from "./ask-chain.ts";
import { bad, type Finding, good, judged, open } from "./findings.ts";
import { verifyUsage } from "./verify-usage.ts";

/* Loaded when somebody verifies a receipt: it brings the code of the hashes and of the prices with it. */

/** The values to verify, as the page shows them. */
export interface Shown {
  readonly invoice: Pick<Invoice, "amount" | "amountDue" | "lines">;
  /** null: the page shows none. */
  readonly receipt: Invoice["receipt"];
}

export interface Verified {
  readonly billHash: string;
  readonly settlement: SettlementProof;
  readonly findings: readonly Finding[];
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
 * Computes again what a paid invoice commits to, as docs/proofs.md specifies it, and compares all that can be compared: usage
 * events and prices with the bill, the bill with the page, its hash with the record of the payment, and that record with the
 * chain.
 *
 * @throws ProofError when the service answers with events that no bill can have, and RatingError with prices that no rate card
 *   can have
 */
export async function verifyBilled(shown: Shown, parts: Parts): Promise<Verified> {
  const { api, linkToken, wallets, signal } = parts;
  const proof = await api.proof(linkToken, signal);
  const { settlement, rateCards } = proof;
  const bill = proof.bill as Bill;
  const hash = billHash(bill);
  const usage = await verifyUsage(bill, rateCards, pagesOf(parts));
  const chain = await askChain(settlement, wallets);
  signal.throwIfAborted();
  const findings = [
    ...ofBill(shown.invoice, bill),
    ...usage,
    ...ofRecord(shown, bill, settlement),
    ofChain(chain),
    isSame(proof.billHash, hash)
      ? null
      : bad("The service says another hash of the bill than this browser computed."),
    isSame(settlement.event.referenceHash, hash)
      ? good(
          "The record of the payment names exactly this bill: its reference is the hash that this browser computed. Any change of the bill would give another hash.",
        )
      : open(
          "The seller settled it under another reference. So the record shows which invoice was paid, but not what it bills. Keep the hash of the bill: if you are shown another bill later, its hash differs.",
        ),
  ];
  return { billHash: hash, settlement, findings: findings.filter((one) => one !== null) };
}

async function* pagesOf({ api, linkToken, signal, onRead }: Parts) {
  let eventCount = 0;
  for (let cursor: string | null = null; ; ) {
    const page: UsagePage = await api.usageEvents(linkToken, cursor, signal);
    eventCount += page.usageEvents.length;
    onRead(eventCount);
    yield page.usageEvents;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

function ofBill({ amount, lines }: Shown["invoice"], bill: Bill): (Finding | null)[] {
  const isShown = isEqual(amount, bill.amount) && textOf(lines) === textOf(bill.lines);
  const billed = `${amountText(amount)} USDC`;
  return [
    isShown ? null : bad("The bill has other lines or another amount than this page shows."),
    lines.length === 0
      ? null
      : judged(isEqual(sum(lines.map((line) => line.amount)), amount), {
          good: `The lines add up to exactly ${billed}.`,
          bad: `The lines do not add up to ${billed}.`,
        }),
  ];
}

const textOf = (lines: Bill["lines"]) =>
  canonicalJson(
    lines.map(({ description, quantity, unitAmount, amount }) => [
      ...[description, quantity, unitAmount, amount],
    ]),
  );

function ofRecord(
  { invoice: { amountDue }, receipt }: Shown,
  { invoiceId }: Bill,
  { transactionHash, event }: SettlementProof,
): (Finding | null)[] {
  // The amount due is the invoice's amount less the credit notes before its payment.
  const due = `${amountText(amountDue)} USDC`;
  const isPaid = [amountDue, receipt?.amount ?? amountDue].every((amount) =>
    isEqual(amount, amountOf(event.amount)),
  );
  return [
    judged(isSame(event.invoiceHash, hashText(invoiceId)), {
      good: "The record of the payment names this invoice: it has the hash of the invoice's id.",
      bad: "The record of the payment names another invoice.",
    }),
    judged(isPaid, {
      good: `It names the amount that was paid, ${due}.`,
      bad: `It names another amount than ${due}, which was due and paid.`,
    }),
    receipt === null
      ? null
      : judged(
          isSame(receipt.transactionHash, transactionHash) &&
            isSame(receipt.payerAddress, event.payer) &&
            isSame(receipt.merchantAddress, event.merchant),
          {
            good: "It names the wallets and the transaction of this receipt.",
            bad: "It names other wallets or another transaction than this receipt.",
          },
        ),
  ];
}

function ofChain(chain: ChainAnswer | null): Finding {
  if (chain === null) {
    return open(
      "No wallet in this browser could read the chain, so this page has the record from the seller's service alone.",
    );
  }
  return judged(chain.isRecorded, {
    good: `${chain.wallet} read the transaction from the chain: the settlement contract has exactly this record.`,
    bad: `${chain.wallet} read the transaction from the chain: it does not have this record.`,
  });
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** @param units of USDC on the chain, of which a million are one */
function amountOf(units: string): string {
  const digits = units.padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
