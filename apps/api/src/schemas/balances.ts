import { z } from "zod";
import {
  component,
  createdAt,
  currencyOut,
  decimalOut,
  id,
  timeOut,
  updatedAt,
} from "../kit/answers.ts";
import {
  nested,
  omittable,
  positiveDecimal,
  request,
  requiredId,
  wholeNumber,
} from "../kit/fields.ts";
import { cursor, limit, nextCursorBy, readCursor, usualLimit, writeCursor } from "../kit/lists.ts";
import { requiredOr, says } from "../kit/messages.ts";
import { isAmount, toAmount } from "../kit/money.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";

export const balanceNotFound = recordNotFound("balance_not_found", "balanceId");

export const balanceTooLow: RefusalTerms = {
  kind: "unpaid",
  code: "prepaid_balance_too_low",
  message: "Balance is too low.",
  meaning:
    "Less is available on the balance, with its overdraft, than the charge or the hold needs. Nothing was recorded and nothing was charged.",
  remedy: "Top the balance up, then send the same request again.",
};

export const balanceForPrefix: RefusalTerms = {
  kind: "conflict",
  code: "balance_for_prefix",
  param: "balanceId",
  message: "Balance is for one prefix only.",
  meaning:
    "The balance has a `keyPrefix`. A charge or a hold named it, or a hold that was set aside on it is committed with a usage event of another prefix.",
  remedy:
    "Name the user's balance without `keyPrefix`: usage of the prefix is paid from the other first. Commit a hold with the prefix of its `usage`.",
};

export const balanceFrozen: RefusalTerms = {
  kind: "conflict",
  code: "balance_frozen",
  message: "Balance is FROZEN.",
  meaning:
    "More was spent than the credit and the overdraft cover: a reorganization of the chain took back the payment of a top-up, or the spending cap or the wallet no longer backs the overdraft. Nothing more can be spent until they cover it again.",
  remedy: "Wait for the event `balance.recovered`, or top the balance up.",
};

/** The overdraft must be looked up on the chain first. Where that cannot be done, the caller is refused. */
export const overdraftUnknown: RefusalTerms = { ...balanceTooLow };

/** How long the last answer of the chain holds when it does not answer, in milliseconds. */
export const unansweredMs = 60_000;

export const chargeIncomplete = (
  missing: `${"" | "replacement."}${"balanceId" | "charge"}` | "usageEvent" | "usage",
): RefusalTerms => ({
  kind: "invalid",
  code: "charge_incomplete",
  param: missing,
  message: `${missing} is required.`,
  pattern: "<field> is required.",
  meaning:
    "A usage event names a balance without a charge, or a charge without a balance; or a hold is to be placed or committed by the rate card without its usage.",
  remedy:
    "Send both `balanceId` and `charge`, or neither. To place a hold by the rate card, send `usage`; to commit one, `usageEvent`.",
});

export const notPriced: RefusalTerms = {
  kind: "conflict",
  code: "charge_not_priced",
  param: "charge",
  message: "No rate card prices usage of this time.",
  meaning:
    "The usage is to be charged by the rate card, and the subscription's plan has none whose `effectiveFrom` is at or before the start of its period.",
  remedy: "Add a rate card to the plan, or send the amount as `charge`.",
};

/** A charge that the service calculates. */
export const byRateCard = "rateCard" as const;

const overdraftRule =
  'must be a non-negative decimal with at most six decimal places, or {"cap": true, "max": a decimal}.';

const backedByCap = nested({
  cap: z.literal(true).meta({
    description:
      "`true`: granted as far as the newest spending cap of the user's `ACTIVE` subscriptions to the service has left, and its wallet has",
    example: true,
  }),
  max: positiveDecimal().meta({ description: "The most that is granted, in USDC" }),
});

/** Reads an amount, or an object that says from where it comes. @param rule says what is allowed */
const amountOr = <Other extends z.ZodType<object>>(other: Other, rule: string) =>
  z
    .union([z.string(), z.number(), other], { error: requiredOr(rule) })
    .refine((value) => typeof value !== "string" || value.trim() !== "", {
      ...says("is required."),
      abort: true,
    })
    .refine((value) => typeof value === "object" || isAmount(value), {
      ...says(rule),
      abort: true,
    });

/** How far below zero a balance may be spent: a fixed amount, or what a spending cap backs. */
export const givenOverdraft = () =>
  amountOr(backedByCap, overdraftRule).transform((value) =>
    typeof value === "object" ? value : toAmount(value),
  );

const chargeRule =
  'must be a non-negative decimal with at most six decimal places, or {"rateCard": true}.';

const pricedByCard = nested({
  rateCard: z.literal(true).meta({
    description: "`true`: the service calculates the charge by the rate card",
    example: true,
  }),
});

/**
 * What usage costs: an amount, or what the rate card says.
 *
 * @param isStrict whether it refuses unknown fields; the specified operations ignore them
 */
export const givenCharge = ({ isStrict = true }: { readonly isStrict?: boolean } = {}) =>
  amountOr(isStrict ? pricedByCard : pricedByCard.strip(), chargeRule)
    .transform((value) => (typeof value === "object" ? byRateCard : toAmount(value)))
    .meta({ example: "0.010000" });

/** What a hold sets aside: an amount of more than zero, or what the rate card says. */
export const givenHold = () =>
  givenCharge().refine(
    (value) => value === byRateCard || value.gt(0),
    says("must be more than zero."),
  );

export const serviceHasNoPlan: RefusalTerms = {
  kind: "conflict",
  code: "service_without_plan",
  message: "Service has no payment plan.",
  meaning: "An invoice names a plan of its service, and this service has none.",
  remedy: "Create a plan with `POST /services/{serviceId}/plans`.",
};

export const balanceStatuses = ["ACTIVE", "FROZEN"] as const;

const backingTroubles = ["NO_CAP", "CHAIN_UNAVAILABLE"] as const;
export type BackingTrouble = (typeof backingTroubles)[number];

/** When credit is spent, as a caller gives it. */
export const givenPriority = () =>
  omittable(wholeNumber(0, 100)).meta({
    description: "Credit with a lower priority is spent first. Default: 50, as top-ups have",
    example: 10,
  });

/** The same in an answer. */
export const creditPriority = () =>
  z.int().meta({
    description: "Credit with a lower priority is spent first, from 0 to 100",
    example: 50,
  });

export const BalanceId = request({ balanceId: requiredId() });

export const Balance = component(
  "Balance",
  "Prepaid credit of a subscriber for the usage of a service.",
  {
    id: id(),
    serviceId: id(),
    userId: id().meta({ description: "Id of the subscriber who spends it" }),
    keyPrefix: z.string().nullable().meta({
      description:
        "It pays only for usage events whose keys have this prefix, before the subscriber's other balance does; null: for all",
      example: null,
    }),
    status: z.enum(balanceStatuses).meta({
      description:
        "`ACTIVE`: can be spent. `FROZEN`: more was spent than the credit and the overdraft cover, because a reorganization of the chain took back a payment, or the overdraft is backed by less now; new charges and holds are refused until they cover it",
      example: "ACTIVE",
    }),
    available: decimalOut().meta({
      description:
        "Amount in USDC that can be spent, not counting the overdraft; negative while the overdraft is in use",
    }),
    held: decimalOut().meta({
      description: "Amount in USDC that holds have set aside; not part of `available`",
      example: "0.500000",
    }),
    owed: decimalOut().meta({
      description:
        "What was charged beyond the credit, in USDC: your exposure. Holds that are in place do not count",
      example: "0.000000",
    }),
    overdraft: decimalOut().meta({
      description:
        "How far below zero the balance may be spent, in USDC. With `backing`: what the last lookup granted",
      example: "0.000000",
    }),
    backing: z
      .object({
        max: decimalOut().meta({ description: "The most that is granted, in USDC" }),
        capLeft: decimalOut().nullable().meta({
          description:
            "What the spending cap has left, in USDC, without what unpaid invoices of its subscription ask; null: no cap was found",
        }),
        walletLeft: decimalOut().nullable().meta({
          description:
            "What the wallet has, in USDC, as far as it allows the collector to take it; null: no cap was found",
        }),
        inFlight: decimalOut().nullable().meta({
          description:
            "What unpaid invoices and the overdrafts of other balances may still take from the wallet, in USDC; null: no cap was found",
          example: "0.000000",
        }),
        lookedUpAt: timeOut().nullable().meta({
          description:
            "When the chain was asked and answered last; null: not yet, or not since a top-up was paid",
        }),
        trouble: z.enum(backingTroubles).nullable().meta({
          description:
            "Why nothing is granted. `NO_CAP`: there is no spending cap that can be used. `CHAIN_UNAVAILABLE`: the chain has not answered for a minute",
          example: null,
        }),
      })
      .nullable()
      .meta({
        description:
          "What backs the overdraft, as of the last lookup: the overdraft is the least of `max`, `capLeft`, and `walletLeft` less `inFlight`. null: it is fixed",
        example: null,
      }),
    currency: currencyOut(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
);

const entryTypes = [
  "TOP_UP",
  "TOP_UP_REVERSED",
  "GRANT",
  "GRANT_REVERSED",
  "GRANT_EXPIRED",
  "GRANT_CARRIED",
  "CHARGE",
  "HOLD",
  "HOLD_COMMITTED",
  "HOLD_RELEASED",
  "HOLD_EXPIRED",
  "INVOICE_PAYMENT",
  "INVOICE_PAYMENT_RETURNED",
  "CHARGE_ADJUSTED",
] as const;

const entryCursor = "balance-entries";

export const BalanceEntryQuery = BalanceId.extend({
  limit: limit(usualLimit, 1000).transform((given) => given ?? usualLimit),
  cursor: cursor(readPosition),
});

export const BalanceEntry = component(
  "BalanceEntry",
  "A change of a balance. Entries never change, and add up to the balance.",
  {
    balanceId: id(),
    position: z
      .bigint()
      .transform(Number)
      .pipe(z.int())
      .meta({ description: "1, 2, 3 … within the balance, without gaps", example: 3 }),
    type: z.enum(entryTypes).meta({
      description:
        "`TOP_UP`: an invoice was paid. `TOP_UP_REVERSED`: a reorganization of the chain took the payment back. `GRANT`: credit was given. `GRANT_REVERSED`: a reorganization of the chain took back the payment that the credit refunds. `GRANT_EXPIRED`: the rest of a grant expired. `GRANT_CARRIED`: credit of a recurring grant that expired was carried into the next period. `CHARGE`: a usage event was charged. `HOLD`: an amount was set aside. `HOLD_COMMITTED`: the hold was charged, and the rest given back. `HOLD_RELEASED`, `HOLD_EXPIRED`: the hold was given back. `INVOICE_PAYMENT`: an invoice was paid from the balance. `INVOICE_PAYMENT_RETURNED`: it was given back, because the invoice was voided or expired unpaid. `CHARGE_ADJUSTED`: what the rate card had charged before costs less or more by now, because usage was voided or a larger volume is cheaper",
      example: "CHARGE",
    }),
    available: decimalOut().meta({
      description: "By how much `available` has changed, in USDC",
      example: "-0.010000",
    }),
    held: decimalOut().meta({
      description: "By how much `held` has changed, in USDC",
      example: "0.000000",
    }),
    availableAfter: decimalOut().meta({
      description: "`available` after the change, in USDC",
      example: "12.490000",
    }),
    heldAfter: decimalOut().meta({
      description: "`held` after the change, in USDC",
      example: "0.000000",
    }),
    usageEventId: id().nullable().meta({ description: "Id of the charged usage event, if any" }),
    creditId: id()
      .nullable()
      .meta({ description: "Id of the credit that was given or ended, if any" }),
    invoiceId: id().nullable().meta({
      description: "Id of the invoice: the top-up, or what was paid from the balance, if any",
    }),
    holdId: id().nullable().meta({ description: "Id of the hold, if any" }),
    rateCardId: id().nullable().meta({
      description:
        "Id of the rate card that set the price; null: you named the charge, or it is no charge",
    }),
    createdAt: timeOut().meta({ description: "When the balance changed" }),
  },
);

export const BalanceEntryPage = z.object({
  balanceEntries: z.array(BalanceEntry).meta({ description: "Newest first" }),
  nextCursor: nextCursorBy<bigint>((position) => writeCursor(entryCursor, `${position}`)),
});

function readPosition(text: string): bigint | null {
  const place = readCursor(entryCursor, text);
  return place !== null && /^\d{1,18}$/.test(place) ? BigInt(place) : null;
}

export const AutoTopUp = component("AutoTopUp", "Tops a balance up when it is low.", {
  id: id(),
  balanceId: id(),
  serviceId: id(),
  status: z.enum(["ACTIVE", "PAUSED", "STOPPED"]).meta({
    description:
      "`ACTIVE`: tops the balance up. `PAUSED`: `perDayAtMost` is reached; it tops up again at `pausedUntil`, or once it is set with a higher limit. `STOPPED`: the spending cap is used up or a collection failed; set it again once the subscriber has signed a new cap",
    example: "ACTIVE",
  }),
  below: decimalOut().meta({
    description:
      "The balance is topped up when less than this is available, in USDC; below zero: when more than that is owed",
    example: "5.000000",
  }),
  amount: decimalOut().nullable().meta({
    description: "Amount of each top-up, in USDC; null: what is owed",
  }),
  perDayAtMost: decimalOut().meta({
    description: "Max total of automatic top-ups in any 24 hours, in USDC",
    example: "50.000000",
  }),
  stoppedReason: z.string().nullable().meta({
    description: "Why it is `STOPPED` or `PAUSED`; null while it is `ACTIVE`",
    example: null,
  }),
  pausedUntil: timeOut().nullable().meta({
    description: "When the next top-up is allowed, while it is `PAUSED`; otherwise null",
    example: null,
  }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
