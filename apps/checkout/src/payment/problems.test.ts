import { expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import { PaymentStopped, problemOf } from "./problems.ts";

test.each([
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
])("%s is said in the payer's words", (error, words) => {
  expect(problemOf(error)).toMatch(words);
});

test("what the page shows anyway is no problem of its own", () => {
  expect(problemOf(new PaymentStopped(null))).toBeNull();
});

test("an error that nobody expects is not made into words", () => {
  const error = new TypeError("x is undefined");
  expect(() => problemOf(error)).toThrow(error);
});
