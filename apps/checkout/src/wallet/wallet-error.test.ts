import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { walletErrorOf } from "./wallet-error.ts";

test("the kind and the message of an error are found in any form", () =>
  forRows(
    [
      ["a code of EIP-1193", { code: 4001, message: "User rejected" }, "rejected", "User rejected"],
      ["a code as text", { code: "4001", message: "No" }, "rejected", "No"],
      [
        "a wrapped code",
        { code: -32603, message: "Internal", data: { originalError: { code: 4902 } } },
        "unknown-chain",
        "Internal",
      ],
      ["a code in the cause", new Error("outer", { cause: { code: 4001 } }), "rejected", "outer"],
      [
        "a request that is already pending",
        { code: -32002, message: "Pending" },
        "busy",
        "Pending",
      ],
      ["another code", { code: 4100, message: "Unauthorized" }, "failed", "Unauthorized"],
      ["an error without a code", new Error("locked"), "failed", "locked"],
      ["ethers' code", { code: "ACTION_REJECTED", message: "ethers-user-denied" }, "rejected"],
      ["a Ledger's status", { name: "TransportStatusError", statusCode: 0x6985 }, "rejected"],
      ["a Ledger's text", new Error("Ledger device: (denied by the user?) (0x6985)"), "rejected"],
      [
        "a Ledger's status in a wallet's error",
        { code: -32603, message: "Internal JSON-RPC error. Ledger device: UNKNOWN_ERROR (0x6985)" },
        "rejected",
      ],
      ["a locked Ledger", new Error("Ledger device: Locked device (0x5515)"), "locked"],
      ["a Ledger without its app", { message: "UNKNOWN_ERROR", statusCode: 0x6511 }, "locked"],
      ["a Ledger that signs nothing blindly", new Error("Please enable Blind signing"), "blind"],
      ["a rejection in words", new Error("The request was rejected by the user"), "rejected"],
      ["a denial in words", new Error("MetaMask Tx Signature: User denied"), "rejected"],
      ["a text", "oops", "failed", "The wallet gave no reason."],
      ["nothing", undefined, "failed", "The wallet gave no reason."],
    ],
    (_, thrown, kind, message = expect.any(String)) => {
      expect(walletErrorOf(thrown)).toMatchObject({ kind, message });
    },
  ));

test("an error that is its own cause is handled", () => {
  const error = new Error("loop");
  error.cause = error;
  expect(walletErrorOf(error).kind).toBe("failed");
});
