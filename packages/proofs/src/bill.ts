import type { BillLine } from "@usance/rating";
import { type Hex, hashJson } from "./hashes.ts";

/*
 * What an invoice commits to, as docs/proofs.md specifies it. All amounts and quantities are decimals with six places, and
 * all times are in UTC with milliseconds, as the API returns them.
 */

/** The usage of a period whose event keys have one prefix, added up, and the root of its tree. */
export interface PrefixTotals {
  /** Empty: all usage whose prefix the rate card does not name. */
  readonly prefix: string;
  readonly count: number;
  readonly quantity: string;
  /** The largest quantity. */
  readonly max: string;
  /** The quantity of the last event. */
  readonly last: string;
  /** 0x and hex digits. */
  readonly root: string;
}

/** A period of a subscription, what was used in it, and what that costs. */
export interface BilledPeriod {
  readonly from: string;
  /** null: all later usage is of this period. */
  readonly to: string | null;
  /** null: no card prices it, or one whose components came with a call and are not stored. */
  readonly rateCardId: string | null;
  /** null: no card prices it, and its seller says what it costs. */
  readonly rateCardHash: string | null;
  /** What prepaid balances have paid for its usage, as the seller says; null without a card. */
  readonly prepaid: string | null;
  /**
   * What it costs by the card less what is prepaid; null without a card. It is negative if the whole usage costs less by a
   * cheaper tier than the prepaid part did.
   */
  readonly charge: string | null;
  /** The `charge` of the newest earlier bill of the subscription that has the period; null if none has. */
  readonly chargeBefore: string | null;
  /** In the order of their last events. */
  readonly totals: readonly PrefixTotals[];
}

/** The usage that a bill bills. */
export interface BilledUsage {
  /** null: it is not one of the numbered bills of its subscription. */
  readonly billNumber: number | null;
  /** The hash of the numbered bill before; null if there is none. */
  readonly billBefore: string | null;
  /** Its own period, and earlier ones whose usage is not as an earlier bill said; the oldest first. */
  readonly periods: readonly BilledPeriod[];
  /** What all periods up to its own cost less what is prepaid; null without a card. */
  readonly charged: string | null;
  /** What the bills before asked for, less credits of usage. The rest of what was charged is the amount of this bill. */
  readonly billed: string;
}

export interface Bill {
  readonly version: 1;
  readonly invoiceId: string;
  readonly serviceId: string;
  /** null: it bills no subscription, or one that its payment starts. */
  readonly subscriptionId: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  /** Their `unitAmount` has six to twelve decimal places. */
  readonly lines: readonly BillLine[];
  /** null: it bills no usage that the service has measured. */
  readonly usage: BilledUsage | null;
  /** The newest root of the subscription's usage before that was measured; null: there was none. */
  readonly usageRoot: { readonly number: number; readonly root: string } | null;
}

/** The hash of a bill: keccak256 of its canonical JSON. A payment on the chain has it as its `referenceHash`. */
export const billHash = (bill: Bill): Hex => hashJson(bill);

/** The same of the usage of a bill, which a quote has before there is a bill. */
export const usageHash = (usage: BilledUsage): Hex => hashJson(usage);

/** The same of the components of a rate card. */
export const rateCardHash = (components: readonly object[]): Hex => hashJson(components);
