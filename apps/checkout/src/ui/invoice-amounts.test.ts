import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { aCheckout, aPayment } from "../../test/harness/pure.ts";
import { amountsOf } from "./invoice-amounts.ts";

const credited = { amount: "157.5", amountDue: "152.500000", paidFromBalance: "0.000000" };
const payment = aPayment({ status: "CONFIRMED", amount: "152.500000" });

test("the sum of an invoice ends with what is due before, and what was paid after its payment", () =>
  forRows(
    [
      [
        { ...credited, amountDue: "157.500000" },
        { status: "PENDING" },
        { total: "157.500000", credited: "0.000000", totalName: "Amount due" },
      ],
      [credited, { status: "PENDING" }, { total: "152.500000", totalName: "Amount due" }],
      [
        credited,
        { status: "PAID", payment },
        { total: "152.500000", credited: "5.000000", totalName: "Amount paid" },
      ],
      [
        { amount: "25", amountDue: "14.5", paidFromBalance: "10.5" },
        { status: "PENDING" },
        { total: "14.5", credited: "0.000000", fromBalance: "10.5" },
      ],
      [
        { amount: "25", amountDue: "0", paidFromBalance: "20" },
        { status: "PAID" },
        {
          total: "20",
          credited: "5.000000",
          fromBalance: "0",
          totalName: "Paid from your balance",
        },
      ],
      [credited, { status: "EXPIRED" }, { total: "152.500000", totalName: "Amount" }],
    ] as const,
    (invoice, fields, amounts) => {
      const payable = aCheckout({ amountDue: invoice.amountDue, ...fields });
      expect(amountsOf(payable, invoice)).toMatchObject(amounts);
    },
  ));
