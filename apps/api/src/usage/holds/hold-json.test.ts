import fc from "fast-check";
import { expect, it } from "vitest";
import type { HoldView } from "../../balances/hold-store.ts";
import { Prisma } from "../../db/generated/client.ts";
import { newId } from "../../kit/ids.ts";
import { Hold } from "../../schemas/holds.ts";
import { holdJson } from "./holds.ts";

const id = fc.constant(null).map(() => newId());
const time = fc.date({
  min: new Date("0001-01-01T00:00:00.000Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});
const amount = fc
  .tuple(fc.bigInt(0n, 999_999_999_999_999_999n), fc.nat(999_999))
  .map(([whole, places]) => new Prisma.Decimal(`${whole}.${String(places).padStart(6, "0")}`));

const text = fc.string({ unit: "binary", maxLength: 40 }).filter((key) => key.isWellFormed());
const usage = {
  subscriptionId: id,
  eventKey: text,
  subject: fc.option(text, { nil: null }),
  quantity: amount,
};

const hold: fc.Arbitrary<HoldView> = fc.record({
  ...usage,
  usage: fc.option(fc.record(usage), { nil: null }),
  id,
  balanceId: id,
  heldOnId: id,
  serviceId: id,
  userId: id,
  ownerId: id,
  apiKeyId: id,
  key: text,
  status: fc.constantFrom("HELD", "COMMITTED", "RELEASED", "EXPIRED"),
  amount,
  isPriced: fc.boolean(),
  charged: fc.option(amount, { nil: null }),
  usageEventId: fc.option(id, { nil: null }),
  expiresAt: time,
  createdAt: time,
  updatedAt: time,
});

it("writes a hold exactly as its schema does", () => {
  fc.assert(
    fc.property(hold, (one) => {
      expect(holdJson(one)).toBe(JSON.stringify(Hold.parse(one)));
    }),
  );
});
