import { expect, test } from "vitest";
import { operationWords } from "./operations.ts";

test("a write is said in words", () => {
  expect(operationWords("services.create").join(" ")).toBe("created service");
  expect(operationWords("invoices.finalize").join(" ")).toBe("finalized invoice");
  expect(operationWords("invoices.void").join(" ")).toBe("voided invoice");
  expect(operationWords("apiKeys.rotate").join(" ")).toBe("rotated API key");
  expect(operationWords("testClocks.advance").join(" ")).toBe("advanced test clock");
  expect(operationWords("dashboard.signInWithWallet").join(" ")).toBe(
    "signed in with a wallet by dashboard session",
  );
});
