import { z } from "zod";
import { getReferencedService } from "../catalog/services/services.ts";
import { isDistributed } from "../db/client.ts";
import { amountOut, component, id, timeOut } from "../kit/answers.ts";
import { realTime } from "../kit/clock.ts";
import { filterId, request } from "../kit/fields.ts";
import { inUsdc } from "../notify/emails/letters/letter.ts";
import { read } from "../operation/define.ts";
import type { Keyed } from "../operation/work.ts";
import { inWords } from "../pages/payments/payment-state.ts";
import { holds, type Scope } from "../schemas/nouns.ts";
import { referencedServiceNotFound } from "../schemas/services.ts";
import {
  type AttentionKind,
  type AttentionRow,
  attentionKinds,
  findAttention,
  maxLooked,
} from "./attention-store.ts";

/** A kind of what needs attention. */
interface Kind {
  /** What a key needs to be told of it. */
  readonly scope: Scope;
  readonly say: (row: AttentionRow) => string;
}

const amountOf = ({ amount }: AttentionRow) => (amount === null ? "" : inUsdc(amount));
const byHand = "Bills have to be paid by hand.";

/** Why the next bill may not be collected under a spending limit. */
const capTroubles: Readonly<Record<string, (row: AttentionRow) => string>> = {
  REVOKED: ({ email }) => `${email} has revoked the spending limit. ${byHand}`,
  EXPIRED: ({ email }) => `The spending limit of ${email} has ended. ${byHand}`,
  OUTDATED: ({ email }) =>
    `The payout address of the service has changed since ${email} has signed the spending limit. ${byHand}`,
  ENDS: ({ email }) =>
    `The spending limit of ${email} ends before the current period does. Later bills have to be paid by hand.`,
  SHORT: ({ email }) =>
    `The spending limit of ${email} does not cover the next charge, which has to be paid by hand.`,
  LOW: (row) =>
    `The spending limit of ${row.email} has ${amountOf(row)} left. Bills above it have to be paid by hand.`,
};

const kinds: Readonly<Record<AttentionKind, Kind>> = {
  payment_stuck: {
    scope: "settlements:read",
    say: (row) => `A payment of ${amountOf(row)} by ${row.email} is still processing.`,
  },
  payment_failed: {
    scope: "invoices:read",
    say: (row) =>
      `A payment of ${amountOf(row)} by ${row.email} failed, and the invoice is still open. ${inWords(row.why ?? "The settlement failed.")}`,
  },
  dispute_open: {
    scope: "disputes:read",
    say: (row) =>
      `${row.amount === null ? "Usage" : `Usage of ${amountOf(row)}`} is disputed: ${row.why}`,
  },
  refund_to_send: {
    scope: "credit-notes:read",
    say: (row) => `${amountOf(row)} were credited to ${row.email}, and are not refunded yet.`,
  },
  spending_cap_low: {
    scope: "spending-caps:read",
    say: (row) => capTroubles[row.why ?? ""]?.(row) ?? "",
  },
  usage_outside: {
    scope: "usage-events:read",
    say: ({ email }) =>
      `Usage of ${email} is in no period of the subscription, so no bill contains it.`,
  },
  webhook_failing: {
    scope: "webhook-endpoints:read",
    say: ({ url, why }) => `${new URL(url ?? "").host}: ${why ?? "every webhook has failed."}`,
  },
};

const Kinds = z.enum(attentionKinds);

const AttentionItem = component("AttentionItem", "A record that needs attention.", {
  id: id().meta({
    description:
      "Id of the settlement, invoice, dispute, credit note, subscription, usage event or webhook endpoint",
  }),
  message: z.string().meta({
    description: "What is the matter in sentences, to show to people",
    example: "25.00 USDC were credited to dan@example.com, and are not refunded yet.",
  }),
  since: timeOut().nullable().meta({ description: "Since when; null: that is not known" }),
  amount: amountOut().nullable().meta({
    description: "What it is about in USDC, of a low spending cap what is left; null: no amount",
  }),
  serviceId: id().nullable().meta({ description: "null: a webhook endpoint of all services" }),
  isOnTestClock: z.boolean().meta({
    description: "Whether the service is on a test clock, so that it is no real sale",
    example: false,
  }),
  invoiceId: id().nullable().meta({ description: "The invoice that it is about; null: none" }),
  userId: id().nullable().meta({ description: "The subscriber that it is about; null: none" }),
});

const Attention = component("Attention", "Records of a kind that need attention.", {
  kind: Kinds.meta({
    description:
      "`payment_stuck`: a payment was sent more than ten minutes ago, and the chain has not decided. `payment_failed`: the last payment of an open invoice failed. `dispute_open`: a dispute has no answer. `refund_to_send`: a credit note of a paid invoice is not refunded. `spending_cap_low`: the next bill of an active subscription may not be collected, by the same rule as the e-mail `spending_cap.low`. `usage_outside`: usage is in no period of its subscription, so no bill contains it; of each subscription the newest event. `webhook_failing`: every webhook to an endpoint fails, or it was disabled. More may be added",
    example: "refund_to_send",
  }),
  count: z.int().meta({ description: "How many were found", example: 1 }),
  isMore: z.boolean().meta({
    description: `Whether there may be more: of open invoices, subscriptions and so on, the newest ${maxLooked} are looked at`,
    example: false,
  }),
  items: z.array(AttentionItem).meta({ description: "Up to three of them, the newest first" }),
});

export const listAttention = read("GET /reports/attention", {
  name: "reports.attention",
  cost: "large",
  summary: "Tell what needs attention",
  description:
    "Returns what a seller should look at or do: payments that are stuck or failed, disputes, refunds to send, spending caps that run out, usage that no bill contains, and failing webhooks. It is as the database knows it: the chain is not asked. Times are compared with the present, also for services on test clocks.",
  refusals: { referencedServiceNotFound },
  input: request({
    serviceId: filterId().meta({ description: "Only records of this service" }),
  }).prefault({}),
  output: z.object({
    attention: z
      .array(Attention)
      .meta({ description: "The kinds of which anything was found, in a fixed order" }),
    notChecked: z.array(Kinds).meta({
      description:
        "The kinds that were not looked for, because the key may not read their records: settlements, invoices, disputes, credit notes, spending caps, usage events and webhook endpoints. Usage is not looked for while the database distributes it",
      example: [],
    }),
  }),
  run: async (work, { serviceId }) => {
    if (serviceId !== undefined) await getReferencedService(work, serviceId);
    const now = realTime(work.clock.now());
    const checked = attentionKinds.filter((kind) => isChecked(work, kind));
    const attention: z.input<typeof Attention>[] = [];
    // One after the other, so that a call uses one connection.
    for (const kind of checked) {
      const rows = await findAttention(work.db, work.tenant, kind, { serviceId, now });
      const [first] = rows;
      if (first === undefined) continue;
      const items = rows.map((row) => ({ ...row, message: kinds[kind].say(row) }));
      attention.push({ kind, count: first.count, isMore: first.isMore, items });
    }
    return { attention, notChecked: attentionKinds.filter((kind) => !checked.includes(kind)) };
  },
});

const isChecked = ({ by, db }: Pick<Keyed, "by" | "db">, kind: AttentionKind): boolean =>
  holds(by.scopes, kinds[kind].scope) && !(kind === "usage_outside" && isDistributed(db));
