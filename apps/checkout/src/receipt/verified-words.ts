import { amountText, quantityText } from "@usance/ui";
import type { Shown, Verified } from "./verify-billed.ts";

/** The result of one check, in words. `open`: the check could not be made. */
export interface Finding {
  readonly outcome: "good" | "bad" | "open";
  readonly words: string;
}

export function findingsOf(
  { invoice }: Pick<Shown, "invoice">,
  { eventCount, linesAddUp, usageAddsUp, chain, ...recorded }: Verified,
): readonly Finding[] {
  const billed = `${amountText(invoice.amount)} USDC`;
  const due = `${amountText(invoice.amountDue)} USDC`;
  const events =
    eventCount === 1 ? "1 usage event" : `${quantityText(String(eventCount))} usage events`;
  const findings: (Finding | null)[] = [
    linesAddUp === null
      ? null
      : judged(linesAddUp, {
          good: `The lines add up to exactly ${billed}.`,
          bad: `The lines do not add up to ${billed}.`,
        }),
    eventCount === 0
      ? { outcome: "open", words: "No usage events are recorded for this invoice." }
      : {
          outcome: "good",
          words: `This browser read ${events}. Each belongs to this invoice, and none appears twice.`,
        },
    usageAddsUp === null || eventCount === 0
      ? null
      : judged(usageAddsUp, {
          good: "They add up to exactly the usage that this page shows.",
          bad: "They do not add up to the usage that this page shows.",
        }),
    recorded.isOfShownInvoice
      ? null
      : { outcome: "bad", words: "The invoice has another amount than this page shows." },
    judged(recorded.invoiceIsRecorded, {
      good: "The record of the payment names this invoice: it has the hash of the invoice's id.",
      bad: "The record of the payment names another invoice.",
    }),
    judged(recorded.amountIsRecorded, {
      good: `It names the amount that was paid, ${due}.`,
      bad: `It names another amount than ${due}, which was due and paid.`,
    }),
    recorded.receiptIsRecorded === null
      ? null
      : judged(recorded.receiptIsRecorded, {
          good: "It names the wallets and the transaction of this receipt.",
          bad: "It names other wallets or another transaction than this receipt.",
        }),
    ofChain(chain),
    recorded.usageIsRecorded
      ? {
          outcome: "good",
          words:
            "The reference of the payment is the usage hash, which this browser computed from the invoice and all its usage events. So the record also fixes what was billed: any change would give another hash.",
        }
      : {
          outcome: "open",
          words:
            "The reference of the payment is not the usage hash. So the record shows which invoice was paid, but not its usage events. Keep the usage hash: if you are shown other usage later, its hash differs.",
        },
  ];
  return findings.filter((finding) => finding !== null);
}

function ofChain(chain: Verified["chain"]): Finding {
  if (chain === null) {
    return {
      outcome: "open",
      words:
        "No wallet in this browser could read the chain, so this page has the record from the seller's service alone.",
    };
  }
  return judged(chain.isRecorded, {
    good: `${chain.wallet} read the transaction from the chain: the settlement contract has exactly this record.`,
    bad: `${chain.wallet} read the transaction from the chain: it does not have this record.`,
  });
}

const judged = (holds: boolean, { good, bad }: { good: string; bad: string }): Finding =>
  holds ? { outcome: "good", words: good } : { outcome: "bad", words: bad };
