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
      ["a text", "oops", "failed", "The wallet gave no reason."],
      ["nothing", undefined, "failed", "The wallet gave no reason."],
    ],
    (_, thrown, kind, message) => {
      expect(walletErrorOf(thrown)).toMatchObject({ kind, message });
    },
  ));

test("an error that is its own cause is handled", () => {
  const error = new Error("loop");
  error.cause = error;
  expect(walletErrorOf(error).kind).toBe("failed");
});
