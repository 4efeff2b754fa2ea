import { z } from "zod";
import { createdAt, currencyOut, decimalOut, id, timeOut, updatedAt } from "../kit/answers.ts";
import {
  dateTime,
  decimal,
  filterId,
  omittable,
  oneOf,
  optionalId,
  positiveDecimal,
  request,
  requiredId,
  requiredName,
} from "../kit/fields.ts";
import {
  cursor,
  limit,
  nextCursor,
  page,
  readCursor,
  usualLimit,
  writeCursor,
} from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound, uniqueFieldsTaken } from "../kit/refusal.ts";

export const balanceNotFound = recordNotFound({
  code: "balance_not_found",
  param: "balanceId",
  message: "Balance was not found.",
});

export const balanceExists: RefusalTerms = {
  kind: "conflict",
  code: "balance_exists",
  message: uniqueFieldsTaken,
  meaning: "The user already has a balance for this service.",
  remedy: "Find it with `GET /balances?serviceId=&userId=`.",
};

export const balanceTooLow: RefusalTerms = {
  kind: "unpaid",
  code: "prepaid_balance_too_low",
  message: "Balance is too low.",
  meaning:
    "Less is available on the balance, with its overdraft, than the charge or the hold needs. Nothing was recorded and nothing was charged.",
  remedy: "Top the balance up, then send the same request again.",
};

export const balanceFrozen: RefusalTerms = {
  kind: "conflict",
  code: "balance_frozen",
  message: "Balance is FROZEN.",
  meaning:
    "A reorganization of the chain took back the payment of a top-up that was already spent. Nothing more can be spent until the payment is confirmed again or other credit makes up for it.",
  remedy: "Wait for the event `balance.recovered`, or top the balance up.",
};

export const chargeIncomplete = (
  missing: `${"" | "replacement."}${"balanceId" | "charge"}`,
): RefusalTerms => ({
  kind: "invalid",
  code: "charge_incomplete",
  param: missing,
  message: `${missing} is required.`,
  pattern: "<field> is required.",
  meaning: "A usage event names a balance without a charge, or a charge without a balance.",
  remedy: "Send both `balanceId` and `charge`, or neither.",
});

export const chargesNotDistributed: RefusalTerms = {
  kind: "conflict",
  code: "charges_not_distributed",
  param: "charge",
  message: "Usage events cannot be charged while the database distributes them over several nodes.",
  meaning:
    "On a distributed database an event and its charge are stored on different servers, so they cannot be one commit. This event was not recorded.",
  remedy: "Send the event without `balanceId` and `charge`, and use holds for prepaid calls.",
};

export const overdraftInUse: RefusalTerms = {
  kind: "conflict",
  code: "overdraft_in_use",
  param: "overdraft",
  message: "The balance is already further below zero than this overdraft.",
  meaning: "The new `overdraft` is less than what the balance has drawn already.",
  remedy: "Send a larger `overdraft`, or top the balance up first.",
};

export const serviceHasNoPlan: RefusalTerms = {
  kind: "conflict",
  code: "service_without_plan",
  message: "Service has no payment plan.",
  meaning: "An invoice names a plan of its service, and this service has none.",
  remedy: "Create a plan with `POST /services/{serviceId}/plans`.",
};

export const autoTopUpNotFound: RefusalTerms = {
  kind: "not_found",
  code: "auto_top_up_not_found",
  message: "Balance has no auto-top-up.",
  meaning: "The balance is not topped up automatically.",
  remedy: "Set it with `PUT /balances/{balanceId}/auto-top-up`.",
};

export const autoTopUpTooDear: RefusalTerms = {
  kind: "invalid",
  code: "auto_top_up_over_daily_limit",
  param: "perDayAtMost",
  message: "perDayAtMost must be at least amount.",
  meaning: "One automatic top-up would already be more than is allowed in a day.",
  remedy: "Send a larger `perDayAtMost`, or a smaller `amount`.",
};

export const grantExpired: RefusalTerms = {
  kind: "invalid",
  code: "grant_expired",
  param: "expiresAt",
  message: "expiresAt must be in the future.",
  meaning: "The grant would expire before it can be spent.",
  remedy: "Send a later `expiresAt`, or none.",
};

const balanceStatuses = ["ACTIVE", "FROZEN"] as const;

const words = {
  overdraft: "How far below zero the balance may be spent, in USDC with at most six decimal places",
  lowAt:
    "Amount in USDC. The event `balance.low` is sent once each time `available` falls below it",
};

export const NewBalance = request({
  serviceId: requiredId().meta({
    description: "Id of the service whose usage the balance pays for",
  }),
  userId: requiredId().meta({ description: "Id of the subscriber who spends it" }),
  overdraft: omittable(decimal()).meta({
    description: `${words.overdraft}. Default: 0`,
    example: "0",
  }),
  lowAt: omittable(decimal()).meta({
    description: `${words.lowAt}. Default: never`,
    example: "5.000000",
  }),
});

export const BalanceId = request({ balanceId: requiredId() });

export const BalanceChange = BalanceId.extend({
  overdraft: omittable(decimal()).meta({ description: words.overdraft, example: "2.000000" }),
  lowAt: decimal()
    .nullish()
    .meta({ description: `${words.lowAt}; null: never`, example: "10.000000" }),
});

export const BalanceQuery = request({
  serviceId: filterId(),
  userId: filterId(),
  status: omittable(oneOf(balanceStatuses)).meta({
    description: "Only balances with this status",
    example: "ACTIVE",
  }),
  ...page("balances"),
}).prefault({});

export const NewTopUp = BalanceId.extend({
  amount: positiveDecimal().meta({
    description: "Amount to pay and to credit, in USDC with at most six decimal places",
  }),
  dueAt: omittable(dateTime()).meta({
    description: "When the invoice becomes `EXPIRED` if it is still `OPEN`. Default: never",
  }),
  subscriptionId: optionalId().meta({
    description:
      "Id of the `ACTIVE` subscription of the balance's user and service that the invoice bills. Default: the newest one whose spending cap has room for it; otherwise the newest one",
  }),
});

export const NewGrant = BalanceId.extend({
  amount: positiveDecimal().meta({
    description: "Amount to credit, in USDC with at most six decimal places",
  }),
  reason: requiredName(200).meta({
    description: "Why it is granted, in one line",
    example: "Welcome credit",
  }),
  expiresAt: omittable(dateTime()).meta({
    description:
      "When the rest of the grant is taken back. Credit that expires first is spent first; with the same expiry, the oldest. Default: never",
  }),
});

export const Balance = z
  .object({
    id: id(),
    serviceId: id(),
    userId: id().meta({ description: "Id of the subscriber who spends it" }),
    status: z.enum(balanceStatuses).meta({
      description:
        "`ACTIVE`: can be spent. `FROZEN`: a reorganization of the chain took back credit that was spent, and the overdraft does not cover it; new charges and holds are refused until it does, or until there is enough credit",
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
    overdraft: decimalOut().meta({
      description: "How far below zero the balance may be spent, in USDC",
      example: "0.000000",
    }),
    lowAt: decimalOut().nullable().meta({
      description: "Amount in USDC below which `balance.low` is sent; null: never",
      example: "5.000000",
    }),
    currency: currencyOut(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })
  .meta({
    id: "Balance",
    description: "Prepaid credit of a subscriber for the usage of a service.",
  });

export const OneBalance = z.object({ balance: Balance });

export const BalancePage = z.object({
  balances: z.array(Balance).meta({ description: "Newest first" }),
  nextCursor: nextCursor("balances"),
});

export const OneBalanceGrant = z.object({
  balanceGrant: z
    .object({
      id: id(),
      balanceId: id(),
      serviceId: id(),
      amount: decimalOut().meta({ description: "Amount that was credited, in USDC" }),
      remaining: decimalOut().meta({
        description:
          "The rest of the grant, in USDC: less than `amount` at once if the balance was below zero",
      }),
      reason: z.string().meta({ description: "Why it was granted", example: "Welcome credit" }),
      expiresAt: timeOut().nullable().meta({
        description: "When the rest of the grant is taken back; null: never",
      }),
      createdAt: createdAt(),
    })
    .meta({ id: "BalanceGrant", description: "Credit that was given without a payment." }),
});

const entryTypes = [
  "TOP_UP",
  "TOP_UP_REVERSED",
  "GRANT",
  "GRANT_REVERSED",
  "GRANT_EXPIRED",
  "CHARGE",
  "HOLD",
  "HOLD_COMMITTED",
  "HOLD_RELEASED",
  "HOLD_EXPIRED",
] as const;

const entryCursor = "balance-entries";

export const BalanceEntryQuery = BalanceId.extend({
  limit: limit(usualLimit, 1000).transform((given) => given ?? usualLimit),
  cursor: cursor(readPosition),
});

export const BalanceEntry = z
  .object({
    balanceId: id(),
    position: z
      .bigint()
      .transform(Number)
      .pipe(z.int())
      .meta({ description: "1, 2, 3 … within the balance, without gaps", example: 3 }),
    type: z.enum(entryTypes).meta({
      description:
        "`TOP_UP`: an invoice was paid. `TOP_UP_REVERSED`: a reorganization of the chain took the payment back. `GRANT`: credit was given. `GRANT_REVERSED`: a reorganization of the chain took back the payment that the credit refunds. `GRANT_EXPIRED`: the rest of a grant expired. `CHARGE`: a usage event was charged. `HOLD`: an amount was set aside. `HOLD_COMMITTED`: the hold was charged, and the rest given back. `HOLD_RELEASED`, `HOLD_EXPIRED`: the hold was given back",
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
    invoiceId: id().nullable().meta({ description: "Id of the top-up's invoice, if any" }),
    holdId: id().nullable().meta({ description: "Id of the hold, if any" }),
    createdAt: timeOut().meta({ description: "When the balance changed" }),
  })
  .meta({
    id: "BalanceEntry",
    description: "A change of a balance. Entries never change, and add up to the balance.",
  });

export const BalanceEntryPage = z.object({
  balanceEntries: z.array(BalanceEntry).meta({ description: "Newest first" }),
  nextCursor: z
    .custom<bigint | null>()
    .transform((position) => (position === null ? null : writeCursor(entryCursor, `${position}`)))
    .pipe(z.string().nullable())
    .meta({
      description: "Pass it as `cursor` to get the next page; null on the last page",
      example: null,
    }),
});

function readPosition(text: string): bigint | null {
  const place = readCursor(entryCursor, text);
  return place !== null && /^\d{1,18}$/.test(place) ? BigInt(place) : null;
}

export const NewAutoTopUp = BalanceId.extend({
  below: decimal().meta({
    description: "The balance is topped up when less than this is available, in USDC",
    example: "5.000000",
  }),
  amount: positiveDecimal().meta({
    description: "Amount of each top-up, in USDC with at most six decimal places",
  }),
  perDayAtMost: positiveDecimal().meta({
    description: "Max total of automatic top-ups in any 24 hours, in USDC",
    example: "50.000000",
  }),
});

export const AutoTopUp = z
  .object({
    id: id(),
    balanceId: id(),
    serviceId: id(),
    status: z.enum(["ACTIVE", "PAUSED", "STOPPED"]).meta({
      description:
        "`ACTIVE`: tops the balance up. `PAUSED`: `perDayAtMost` is reached; it tops up again at `pausedUntil`, or once it is set with a higher limit. `STOPPED`: the spending cap is used up or a collection failed; set it again once the subscriber has signed a new cap",
      example: "ACTIVE",
    }),
    below: decimalOut().meta({
      description: "The balance is topped up when less than this is available, in USDC",
      example: "5.000000",
    }),
    amount: decimalOut().meta({ description: "Amount of each top-up, in USDC" }),
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
  })
  .meta({ id: "AutoTopUp", description: "Tops a balance up when it is low." });

export const OneAutoTopUp = z.object({ autoTopUp: AutoTopUp });
