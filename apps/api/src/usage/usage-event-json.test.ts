import fc from "fast-check";
import { expect, it } from "vitest";
import type { z } from "zod";
import { Prisma } from "../db/generated/client.ts";
import { InvoiceRecord } from "../schemas/records.ts";
import { ServiceRecord } from "../schemas/services.ts";
import { Subscription } from "../schemas/subscriptions.ts";
import { NewUsageEvent, OneUsageEvent, RecordedUsageEvent } from "../schemas/usage-events.ts";
import { User } from "../schemas/users.ts";
import { ReferenceCache } from "./references.ts";
import type { Reported } from "./reported.ts";
import { asBilled, recordedEvent, sharedText } from "./usage-event-json.ts";

/* The texts of an event that was just recorded, compared with what the schemas make of its row. */

const text = fc.string({ unit: "binary", maxLength: 40 });
const quotes = fc.constantFrom('"', "\\", '"\\n', "\u2028", "\u{1f600}", "</script>", "\u007f");
const words = fc.oneof(text, quotes).filter((value) => value.isWellFormed());
const time = fc.date({
  min: new Date("0001-01-01T00:00:00.000Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});
const amount = fc
  .tuple(fc.bigInt(0n, 999_999_999_999_999_999n), fc.nat(999_999))
  .map(([whole, places]) => `${whole}.${String(places).padStart(6, "0")}`);
const id = fc.oneof(
  fc.uuid(),
  words.filter((value) => value.trim() !== "" && !value.includes("\0")),
);
const decimal = amount.map((value) => new Prisma.Decimal(value));
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const service = fc.record({
  id,
  name: words,
  description: orNull(words),
  status: fc.constantFrom("DRAFT" as const, "ACTIVE" as const, "DISABLED" as const),
  payoutAddress: orNull(words),
  ownerId: id,
  createdAt: time,
  updatedAt: time,
});
const subscription = fc.record({
  id,
  status: fc.constant("ACTIVE" as const),
  serviceId: id,
  ownerId: id,
  paymentPlanId: id,
  userId: id,
  checkoutSessionId: id,
  currentPeriodStart: time,
  currentPeriodEnd: orNull(time),
  cancelAt: orNull(time),
  endedAt: orNull(time),
  billingAnchor: time,
  createdAt: time,
  updatedAt: time,
});
const user = fc.record({
  id,
  email: words,
  emailKey: words,
  name: orNull(words),
  role: fc.constantFrom("DEVELOPER" as const, "PAYER" as const),
  sellerId: orNull(id),
  createdAt: time,
  updatedAt: time,
});
const invoice = fc.record({
  id,
  serviceId: id,
  ownerId: id,
  paymentPlanId: id,
  userId: id,
  subscriptionId: orNull(id),
  status: fc.constantFrom("DRAFT" as const, "OPEN" as const, "PAID" as const, "VOID" as const),
  amount: decimal,
  credited: decimal,
  creditedBeforePayment: decimal,
  paidFromBalance: decimal,
  currency: fc.constant("USDC"),
  dueAt: orNull(time),
  paidAt: orNull(time),
  periodStart: orNull(time),
  periodEnd: orNull(time),
  billNumber: orNull(fc.nat()),
  billHash: fc.constant("0x5e"),
  collectAt: orNull(time),
  linkToken: fc.constant("9f3c1b7a"),
  createdAt: time,
  updatedAt: time,
});
const key = words.filter((value) => /^[^\p{Cc}]*[^\s\p{Cc}][^\p{Cc}]*$/u.test(value));
const said = fc.record({
  eventKey: key,
  subject: fc.option(key, { nil: undefined }),
  quantity: fc.oneof(amount, fc.nat(), fc.constantFrom("0", "1", "0.1", "007.50000000", 0.000001)),
  occurredAt: fc.option(
    time.map((value) => value.toISOString()),
    { nil: undefined },
  ),
});

const priced = fc.record({ amount, rateCardId: fc.uuid() });

/** A row as the statement returns it: parsed JSON with times as text, and the text of the record (json-rows.test.ts). */
const asJson = (row: unknown, schema: z.ZodType) => ({
  ...JSON.parse(JSON.stringify(row)),
  text: JSON.stringify(schema.parse(row)),
});

it("is exactly what the schemas make of the event's row", () => {
  const records = fc.record({ service, subscription, user, invoice: orNull(invoice) });
  fc.assert(
    fc.property(said, records, time, orNull(priced), (fields, named, now, charge) => {
      const ids = {
        serviceId: named.service.id,
        subscriptionId: named.subscription.id,
        userId: named.user.id,
        ...(named.invoice !== null && { invoiceId: named.invoice.id }),
      };
      const input = NewUsageEvent.parse({ ...ids, ...fields });
      const reported: Reported = {
        input,
        charge: null,
        tenant: null,
        apiKeyId: "key",
        idempotencyHash: null,
      };
      const known = new ReferenceCache();
      const referenced = known.update(known.of(input), {
        versions: ["1", "1", "1", named.invoice && "1"],
        rows: [
          asJson(named.subscription, Subscription),
          asJson(named.service, ServiceRecord),
          asJson(named.user, User),
          named.invoice && asJson(named.invoice, InvoiceRecord),
        ],
      });

      const shown = recordedEvent("the-id", reported, sharedText(reported, referenced), {
        now: now.toISOString(),
        charge,
      });

      const row = {
        id: "the-id",
        invoiceId: null,
        ...ids,
        eventKey: input.eventKey,
        subject: input.subject ?? null,
        quantity: new Prisma.Decimal(input.quantity.toFixed()),
        occurredAt: input.occurredAt ?? now,
        createdAt: now,
        charge: charge ?? undefined,
        ...named,
        invoice: named.invoice && asBilled(named.invoice),
        void: null,
      };
      expect(shown.whole()).toBe(
        JSON.stringify(OneUsageEvent.parse({ usageEvent: row }).usageEvent),
      );
      expect(shown.record()).toBe(JSON.stringify(RecordedUsageEvent.parse(row)));
    }),
  );
});
