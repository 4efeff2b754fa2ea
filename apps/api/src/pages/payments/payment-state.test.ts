import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { inWords, isOfSignature, waitUntil } from "./payment-state.ts";

it("every failure has a message that does not claim that no money was taken", () =>
  forRows(
    [
      [
        "Error(Pausable: paused)",
        "USDC is paused by its issuer: nobody can pay with it at the moment.",
      ],
      [
        "Error(Blacklistable: account is blacklisted)",
        "USDC has blocked the wallet that pays, or the one that is paid.",
      ],
      [
        "AccountBlacklisted(0x12)",
        "USDC has blocked the wallet that pays, or the one that is paid.",
      ],
      ["BalanceTooLow(3, 25)", "The wallet had too little USDC."],
      ["AllowanceTooLow(3, 25)", "The wallet allows too little USDC."],
      ["CapExceeded(25, 5)", "It is more than what is left of the spending limit."],
      ["CapAlreadyReplaced(1)", "The spending limit was revoked, or another one was signed."],
      ["CapExpired(1)", "The spending limit has ended."],
      [
        "AuthorizationAlreadyUsed(0x12)",
        "The payment was cancelled in the wallet, or its signature was used already.",
      ],
      ["InvoiceAlreadySettled(0x12, 0x34)", "This checkout was paid by another payment."],
      ["SettlementExpired(1)", "The payment was not sent in time."],
      ["EnforcedPause()", "Payments are paused."],
      [
        "Error(whatever: a token says)",
        "The token or the settlement contract refused the payment.",
      ],
      [
        "UnexpectedBalance(0x12, 1, 2)",
        "The token or the settlement contract refused the payment.",
      ],
      [
        "The wallet provider did not send the settlement: DENIED.",
        "The wallet provider did not send the settlement: DENIED.",
      ],
    ],
    (failure, words) => {
      expect(inWords(failure)).toBe(words);
    },
  ));

it("recognizes the messages about signatures", () => {
  expect(isOfSignature("Error(FiatTokenV2: invalid signature)")).toBe(true);
  expect(isOfSignature("Error(ECRecover: invalid signature)")).toBe(true);
  expect(isOfSignature("Error(Pausable: paused)")).toBe(false);
});

const at = (second: number) => new Date(second * 1_000);

it("a wallet waits after failures until its time", () =>
  forRows(
    [
      [[], null],
      [[at(100)], at(130)],
      [[at(100), at(50)], at(160)],
      [[at(1), at(2), at(3), at(4)], at(244)],
      [Array.from({ length: 40 }, () => at(10)), at(3_610)],
    ],
    (failures, until) => {
      expect(waitUntil(failures)).toEqual(until);
    },
  ));
