import { z } from "zod";
import type { Prisma } from "../../db/generated/client.ts";
import { component, createdAt, decimalOut, id, timeOut, updatedAt } from "../../kit/answers.ts";
import {
  dateTime,
  decimal,
  omittable,
  oneOf,
  positiveDecimal,
  requiredId,
  requiredName,
} from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { orRefuse, Refusal, type RefusalTerms, recordNotFound } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import {
  BalanceId,
  balanceNotFound,
  creditPriority,
  givenPriority,
} from "../../schemas/balances.ts";
import { changeBalance } from "../change-balances.ts";
import { loadBalance } from "../load-balance.ts";
import { grantPeriod, periodEndAfter } from "./grant-periods.ts";
import {
  countActive,
  endRecurringGrant,
  findRecurringGrant,
  findRecurringGrants,
  insertRecurringGrant,
} from "./store.ts";

/** Of a balance: each is work for every read that returns it. */
const maxActive = 20;
const maxListed = 100;

const intervals = ["DAY", "WEEK", "MONTH"] as const;

const recurringGrantNotFound = recordNotFound("recurring_grant_not_found", "recurringGrantId");

const recurringGrantEnded: RefusalTerms = {
  kind: "conflict",
  code: "recurring_grant_ended",
  message: "Recurring grant is ENDED.",
  meaning: "The recurring grant had ended already, by a call or because its `endsAt` has passed.",
  remedy: "Nothing is left to do: it grants nothing more.",
};

const recurringGrantExpired: RefusalTerms = {
  kind: "invalid",
  code: "recurring_grant_expired",
  param: "endsAt",
  message: "endsAt must be in the future.",
  meaning: "The recurring grant would end before its first period.",
  remedy: "Send a later `endsAt`, or none.",
};

const tooManyRecurringGrants: RefusalTerms = {
  kind: "conflict",
  code: "too_many_recurring_grants",
  message: `A balance has at most ${maxActive} ACTIVE recurring grants.`,
  meaning: "The balance has as many recurring grants as it can have.",
  remedy: "End one that is not needed any more.",
};

const words = {
  amount: "Amount that each period begins with, in USDC",
  rolloverMax:
    "Max amount in USDC that is carried into the next period, of what is left over at the end of one",
  interval: "How long a period is. Months keep the day of the first, or have their last day",
};

const RecurringGrant = component("RecurringGrant", "Credit that is given each period.", {
  id: id(),
  balanceId: id(),
  serviceId: id(),
  status: z.enum(["ACTIVE", "ENDED"]).meta({
    description:
      "`ACTIVE`: grants its amount when a period begins. `ENDED`: grants nothing more; what it has granted stays until its period ends",
    example: "ACTIVE",
  }),
  amount: decimalOut().meta({ description: words.amount, example: "20.000000" }),
  rolloverMax: decimalOut().meta({ description: words.rolloverMax, example: "5.000000" }),
  interval: z.enum(intervals).meta({ description: words.interval, example: "MONTH" }),
  priority: creditPriority(),
  reason: z.string().meta({ description: "Why it is granted", example: "Included in the plan" }),
  periodStart: timeOut().meta({ description: "When the current period began" }),
  periodEnd: timeOut().meta({
    description: "When the current period ends, and what is left of its credit expires",
  }),
  endsAt: timeOut().nullable().meta({
    description: "No period begins at this time or later; null: it has no end",
    example: null,
  }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

const OneRecurringGrant = z.object({ recurringGrant: RecurringGrant });

const NewRecurringGrant = BalanceId.extend({
  amount: positiveDecimal().meta({
    description: `${words.amount} with at most six decimal places`,
    example: "20",
  }),
  interval: oneOf(intervals).meta({ description: words.interval, example: "MONTH" }),
  reason: requiredName(200).meta({
    description: "Why it is granted, in one line",
    example: "Included in the plan",
  }),
  rolloverMax: omittable(decimal()).meta({
    description: `${words.rolloverMax}. Default: 0`,
    example: "5",
  }),
  priority: givenPriority(),
  endsAt: omittable(dateTime()).meta({
    description: "No period begins at this time or later. Default: it has no end",
  }),
});

export const addRecurringGrant = write("POST /balances/{balanceId}/recurring-grants", {
  name: "balances.addRecurringGrant",
  summary: "Grant credit each period",
  description:
    "Credits the balance at once, and again when each period begins. The credit of a period expires with it, except for what is carried into the next one: at most `rolloverMax`, which expires with that period unless it is carried again. Periods are counted from now on, in UTC. The event `balance.credited` reports each grant. Send an `Idempotency-Key`: without one, a repeated request adds another recurring grant.",
  status: 201,
  refusals: { balanceNotFound, recurringGrantExpired, tooManyRecurringGrants },
  input: NewRecurringGrant,
  output: OneRecurringGrant,
  run: async (work, { balanceId, rolloverMax, priority, endsAt, ...terms }) => {
    const { tx } = work;
    const { serviceId } = await loadBalance(work, balanceId);
    const now = await work.time();
    if (endsAt !== undefined && endsAt <= now) throw new Refusal(recurringGrantExpired);
    const period = { anchor: now, periodStart: now };
    const recurring: Prisma.RecurringGrantUncheckedCreateInput = {
      id: newId(),
      balanceId,
      status: "ACTIVE",
      ...terms,
      rolloverMax: rolloverMax ?? 0,
      ...(priority !== undefined && { priority }),
      ...period,
      periodEnd: periodEndAfter({ ...period, interval: terms.interval }, now),
      endsAt: endsAt ?? null,
      createdAt: now,
      updatedAt: now,
    };
    const added = await changeBalance({ tx, now }, balanceId, async (book) => {
      if ((await countActive(tx, balanceId)) >= maxActive) {
        throw new Refusal(tooManyRecurringGrants);
      }
      const row = await insertRecurringGrant(tx, recurring);
      await grantPeriod({ tx, now }, book, row);
      return row;
    });
    return { recurringGrant: { ...orRefuse(added, balanceNotFound), serviceId } };
  },
});

export const listRecurringGrants = read("GET /balances/{balanceId}/recurring-grants", {
  name: "balances.recurringGrants",
  summary: "List a balance's recurring grants",
  description: `Those that are \`ACTIVE\` first, of each the newest first: at most ${maxListed}.`,
  refusals: { balanceNotFound },
  input: BalanceId,
  output: z.object({
    recurringGrants: z
      .array(RecurringGrant)
      .meta({ description: "`ACTIVE` first, then the newest first" }),
  }),
  run: async (work, { balanceId }) => {
    const { serviceId } = await loadBalance(work, balanceId);
    const rows = await findRecurringGrants(work.db, balanceId, maxListed);
    return { recurringGrants: rows.map((row) => ({ ...row, serviceId })) };
  },
});

export const endRecurringGrantByCall = write(
  "POST /balances/{balanceId}/recurring-grants/{recurringGrantId}/end",
  {
    name: "balances.endRecurringGrant",
    summary: "End a recurring grant",
    description:
      "`ACTIVE` → `ENDED`: nothing more is granted or carried. What it has granted stays until the current period ends.",
    refusals: { balanceNotFound, recurringGrantNotFound, recurringGrantEnded },
    input: BalanceId.extend({
      recurringGrantId: requiredId().meta({ description: "Id of the recurring grant" }),
    }),
    output: OneRecurringGrant,
    run: async (work, { balanceId, recurringGrantId }) => {
      const { tx } = work;
      const { serviceId } = await loadBalance(work, balanceId);
      const now = await work.time();
      const of = { id: recurringGrantId, balanceId };
      orRefuse(await findRecurringGrant(tx, of), recurringGrantNotFound);
      await changeBalance({ tx, now }, balanceId, async () => {
        const isEnded = await endRecurringGrant({ tx, now }, recurringGrantId);
        if (!isEnded) throw new Refusal(recurringGrantEnded);
      });
      const ended = orRefuse(await findRecurringGrant(tx, of), recurringGrantNotFound);
      return { recurringGrant: { ...ended, serviceId } };
    },
  },
);
