import { type Bill, type BilledUsage, billHash } from "../bill.ts";
import { hashText } from "../hashes.ts";
import { units, usdc } from "./amounts.ts";
import { type Finding, good, judged, open } from "./findings.ts";
import { checkForm } from "./proof-form.ts";
import { byHash, type RateCard, type RateCards } from "./rate-cards.ts";
import { RootedUsage } from "./rooted-usage.ts";
import { type BilledRoot, verifyBilledRoots } from "./verify-billed-roots.ts";
import { verifyChain } from "./verify-chain.ts";
import { verifyLines, verifySum } from "./verify-lines.ts";
import { verifyAmount, wrongPriceOf } from "./verify-price.ts";
import { type UsagePages, verifyUsage } from "./verify-usage.ts";

/** The answer of `GET /invoices/{invoiceId}/proof`: what an invoice bills, and how it was paid. */
export interface InvoiceProof {
  readonly billHash: string;
  readonly bill: Bill;
  /** What credit notes before its payment took off. */
  readonly credited: string;
  /** What was paid from a prepaid balance, and not by this payment. */
  readonly paidFromBalance: string;
  readonly rateCards: readonly RateCard[];
  /** The numbered bills before it, the newest first. */
  readonly billsBefore: readonly Bill[];
  /** null: it is not paid. */
  readonly settlement: {
    readonly event: {
      readonly referenceHash: string;
      readonly invoiceHash: string;
      /** In token units, of which a million are one USDC. */
      readonly amount: string;
    };
  } | null;
}

/** Reads the usage roots that are compared with the events of a bill, the oldest first. @returns null when there are none */
export type ReadRoots = (usage: RootedUsage) => Promise<readonly BilledRoot[] | null>;

/**
 * Computes again what an invoice commits to, as docs/proofs.md specifies it, and compares all that can be compared without the
 * chain: usage events with the bill and with usage roots, prices and lines with the bill, the bill with those before it, and its
 * hash with the record of the payment.
 *
 * @param proof it may come from anyone
 * @param usage null: there are no usage events to compare
 * @param readRoots called after the events were read
 * @throws ProofError for a value that is no proof and for events that no bill can have, and RatingError for prices that no
 *   rate card can have
 */
export async function verifyBill(
  proof: InvoiceProof,
  usage: UsagePages | null,
  readRoots: ReadRoots = async () => null,
): Promise<readonly Finding[]> {
  checkForm(proof);
  const { bill } = proof;
  const hash = billHash(bill);
  const findings = [
    verifySum(bill),
    ...(await ofUsage(proof, usage, readRoots)),
    judged(isSame(proof.billHash, hash), {
      good: `The hash of the bill is ${hash}.`,
      bad: `The hash of the bill is ${hash}, and not the one that the service says.`,
    }),
    ...ofPayment(proof, hash),
  ];
  return findings.filter((one) => one !== null);
}

async function ofUsage(
  { bill, rateCards, billsBefore }: InvoiceProof,
  pages: UsagePages | null,
  readRoots: ReadRoots,
): Promise<readonly (Finding | null)[]> {
  const { usage } = bill;
  if (usage === null) {
    return [
      open(
        "This invoice bills no usage that the service measured; its lines are fixed by the bill.",
      ),
    ];
  }
  const cards = byHash(rateCards);
  const chain = verifyChain(bill, billsBefore, cards);
  if (chain.some(({ outcome }) => outcome === "bad")) return chain;
  const periods = [bill, ...billsBefore].flatMap((one) => one.usage?.periods ?? []);
  const wrongPrice = periods.map((one) => wrongPriceOf(one, cards)).find((one) => one !== null);
  const counted = await ofEvents([bill, ...billsBefore], { usage, cards, pages, readRoots });
  const amount = wrongPrice ?? verifyAmount(bill, usage);
  return [...counted, amount, verifyLines(bill, cards), ...chain];
}

interface Counted {
  readonly usage: BilledUsage;
  readonly cards: RateCards;
  readonly pages: UsagePages | null;
  readonly readRoots: ReadRoots;
}

/** Compares the usage events with the bill, and then with the roots. @param bills the newest first */
async function ofEvents(
  [bill, ...before]: readonly [Bill, ...Bill[]],
  { usage, cards, pages, readRoots }: Counted,
): Promise<readonly Finding[]> {
  const isUsed = usage.periods.some(({ totals }) => totals.length > 0);
  if (pages === null && isUsed) {
    return [
      open(
        "There are no usage events to compare: the bill says how many there are, and their sums.",
      ),
    ];
  }
  const rooted = new RootedUsage(bill, before);
  const counted = await verifyUsage(usage, cards, rooted.read(pages ?? []));
  if (counted.outcome === "bad" || (!isUsed && bill.usageRoot === null)) return [counted];
  const roots = await readRoots(rooted);
  const fixed =
    roots === null
      ? open("There are no usage roots to compare.")
      : verifyBilledRoots(rooted, [bill, ...before], roots);
  return [counted, fixed];
}

function ofPayment(
  { bill, credited, paidFromBalance, settlement }: InvoiceProof,
  hash: string,
): (Finding | null)[] {
  const [amount, noted, prepaid] = [units(bill.amount), units(credited), units(paidFromBalance)];
  const less = noted + prepaid;
  if (settlement === null) {
    const isPrepaid = prepaid > 0n && less === amount;
    return [
      open(
        isPrepaid
          ? "It was paid from a prepaid balance, says the seller: the chain has no payment of it."
          : "The invoice is not paid.",
      ),
    ];
  }
  const { event } = settlement;
  const paid = usdc(BigInt(event.amount));
  return [
    judged(isSame(event.invoiceHash, hashText(bill.invoiceId)), {
      good: "The record of the payment names this invoice: it has the hash of the invoice's id.",
      bad: "The record of the payment names another invoice.",
    }),
    judged(less <= amount && BigInt(event.amount) === amount - less, {
      good: `It names the amount that was due, ${paid}${lessText(amount, noted, prepaid)}.`,
      bad: `It names ${paid}, and ${usdc(amount - less)} was due.`,
    }),
    isSame(event.referenceHash, hash)
      ? good(
          "It names exactly this bill: its reference is the hash of the bill. Any change of the bill would give another hash.",
        )
      : open(
          "The seller settled it under another reference. So the record shows which invoice was paid, but not what it bills. Keep the hash of the bill: if you are shown another bill later, its hash differs.",
        ),
  ];
}

/** How an amount became what was due. */
function lessText(amount: bigint, noted: bigint, prepaid: bigint): string {
  const parts = [
    ...(noted === 0n ? [] : [`credit notes of ${usdc(noted)}`]),
    ...(prepaid === 0n ? [] : [`${usdc(prepaid)} from a prepaid balance`]),
  ];
  return parts.length === 0 ? "" : `: ${usdc(amount)} less ${parts.join(" and ")}`;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
