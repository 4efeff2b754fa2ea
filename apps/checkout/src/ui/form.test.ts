import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { aCheckout } from "../../test/harness/pure.ts";
import { needsWallet, offersCap, readForm } from "./form.ts";

const filled = { email: "pat@example.com", name: "", wantsCap: false, cap: "300.00" };
const metered = aCheckout({
  amountDue: "0.000000",
  paymentPlan: { ...aCheckout().paymentPlan, pricingType: "USAGE_BASED", amount: "0.002500" },
});

test("the subscriber is sent without surrounding blanks, and without an empty name", () => {
  expect(readForm(aCheckout(), { ...filled, email: " pat@example.com " })).toEqual({
    terms: { user: { email: "pat@example.com" }, cap: null },
  });
});

test("an e-mail of any script and with any character is sent as typed", () =>
  forRows(["r&d@example.com", "info@räucher.de", "用户@例え。テスト"], (email) => {
    expect(readForm(aCheckout(), { ...filled, email })).toMatchObject({
      terms: { user: { email } },
    });
  }));

test("if the session has a subscriber, none is sent", () => {
  expect(readForm(aCheckout({ takesEmail: false }), { ...filled, email: "" })).toEqual({
    terms: { user: null, cap: null },
  });
});

test("an e-mail that no mail server takes is refused", () =>
  forRows(
    [
      ["", "Enter your e-mail address."],
      ["pat", "Enter a valid e-mail address."],
      ["pat@example", "Enter a valid e-mail address."],
    ],
    (email, words) => {
      expect(readForm(aCheckout(), { ...filled, email })).toEqual({ errors: { email: words } });
    },
  ));

test("a cap of a plan of 25 that is too low or no amount is refused", () =>
  forRows(
    [
      ["", /^Enter an amount like/],
      ["12,50", /^Enter 25.00 or more/],
      ["1,234", /^Enter an amount like/],
      ["0", /more than zero/],
      ["24.999999", /^Enter 25\.00 or more: that is the invoice of one month\.$/],
    ],
    (cap, words) => {
      expect(readForm(aCheckout(), { ...filled, wantsCap: true, cap })).toEqual({
        errors: { cap: expect.stringMatching(words) },
      });
    },
  ));

test("a cap is sent as an exact amount, or not at all if it is not wanted", () => {
  const wanted = { ...filled, wantsCap: true, cap: "300.1" };

  expect(readForm(aCheckout(), wanted)).toMatchObject({
    terms: { cap: { perPeriod: "300.100000", periodSeconds: null } },
  });
  expect(readForm(aCheckout(), { ...wanted, wantsCap: false })).toMatchObject({
    terms: { cap: null },
  });
});

test("a wallet is needed where the payment or its proof needs one", () =>
  forRows(
    [
      ["an amount is due", aCheckout(), filled, true],
      ["nothing is due", metered, filled, false],
      ["nothing is due, but a cap is wanted", metered, { ...filled, wantsCap: true }, true],
    ],
    (_, payable, form, needed) => {
      expect(needsWallet(payable, form)).toBe(needed);
    },
  ));

test("a cap is offered where later payments can follow", () =>
  forRows(
    [
      ["a monthly plan", aCheckout(), true],
      ["a metered plan", metered, true],
      ["a seller who cannot be paid", { ...metered, chain: null }, false],
      [
        "a plan that costs nothing",
        aCheckout({ paymentPlan: { ...aCheckout().paymentPlan, amount: "0.000000" } }),
        false,
      ],
      [
        "a one-time payment",
        aCheckout({
          paymentPlan: {
            ...aCheckout().paymentPlan,
            pricingType: "ONE_TIME",
            billingInterval: "NONE",
          },
        }),
        false,
      ],
    ],
    (_, payable, offered) => {
      expect(offersCap(payable)).toBe(offered);
    },
  ));
