import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { ApiError } from "../api/api-error.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import { PaymentStopped, problemOf } from "./problems.ts";

test("every problem is explained to the payer", () =>
  forRows(
    [
      [
        new WalletError("rejected", "User rejected"),
        /^You declined in your wallet\. You can try again/,
      ],
      [new WalletError("busy", "Pending"), /earlier request/],
      [new WalletError("failed", "Device is locked."), /It says: Device is locked\.$/],
      [
        new ApiError("refused", "The wallet has 3.000000 USDC; 25.000000 USDC are due."),
        /^This wallet has 3\.00 USDC; 25\.00 USDC are due\./,
      ],
      [new ApiError("unreachable", "fetch failed"), /never takes a payment twice/],
      [new PaymentStopped("Approve more."), /^Approve more\.$/],
    ],
    (error, words) => {
      expect(problemOf(error)).toMatch(words);
    },
  ));

test("states that the page shows elsewhere are not problems", () => {
  expect(problemOf(new PaymentStopped(null))).toBeNull();
});

test("an unexpected error has no message for the payer", () => {
  const error = new TypeError("x is undefined");
  expect(() => problemOf(error)).toThrow(error);
});
