import { amountText, quantityText } from "@usance/ui";
import type { Shown, Verified } from "./verify-billed.ts";

/** One thing that was checked, in words. `open`: it cannot be told. */
export interface Finding {
  readonly outcome: "good" | "bad" | "open";
  readonly words: string;
}

export function findingsOf(
  { invoice: { amount } }: Pick<Shown, "invoice">,
  { eventCount, linesAddUp, usageAddsUp, amountIsRecorded, usageIsRecorded }: Verified,
): readonly Finding[] {
  const due = `${amountText(amount)} USDC`;
  const events =
    eventCount === 1 ? "one usage event" : `${quantityText(String(eventCount))} usage events`;
  const findings: (Finding | null)[] = [
    linesAddUp === null
      ? null
      : judged(linesAddUp, {
          good: `The lines add up to exactly ${due}.`,
          bad: `The lines do not add up to ${due}.`,
        }),
    eventCount === 0
      ? { outcome: "open", words: "This invoice bills no single usage events." }
      : {
          outcome: "good",
          words: `This browser read ${events}. Each of them is of this invoice, and none is there twice.`,
        },
    usageAddsUp === null || eventCount === 0
      ? null
      : judged(usageAddsUp, {
          good: "They add up to exactly the usage that this page shows.",
          bad: "They do not add up to the usage that this page shows.",
        }),
    judged(amountIsRecorded, {
      good: `The proof of the payment names the same amount, ${due}.`,
      bad: `The proof of the payment names another amount than ${due}.`,
    }),
    usageIsRecorded
      ? {
          outcome: "good",
          words:
            "The usage hash, which this browser computed of the invoice and all its usage events, is the reference of the payment. So the chain keeps what was billed: any change would give another hash.",
        }
      : {
          outcome: "open",
          words:
            "The payment's reference is not the usage hash. So the chain proves the payment, but not what it was for. Keep the usage hash: if you are shown other usage later, its hash differs.",
        },
  ];
  return findings.filter((finding) => finding !== null);
}

const judged = (holds: boolean, { good, bad }: { good: string; bad: string }): Finding =>
  holds ? { outcome: "good", words: good } : { outcome: "bad", words: bad };
