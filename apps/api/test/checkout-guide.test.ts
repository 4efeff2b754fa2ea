import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { settleAll, signed } from "./harness/checkout.ts";
import { runDocumentedCalls } from "./harness/documented-calls.ts";
import { restDoor } from "./harness/doors.ts";
import { walletOn } from "./harness/payer.ts";
import { payments, testKey, useService } from "./harness/service.ts";
import { Story } from "./harness/story.ts";

/* docs/checkout.md is followed to the letter; its subscriber pays when the session is there. */

const service = useService({ ...payments, SETTLEMENT_TIMEOUT_MS: "20000" });
const story = new Story(restDoor, service);

it("the guide's checkout is paid, and later invoices are collected", async () => {
  const page = await readFile(new URL("../../../docs/checkout.md", import.meta.url), "utf8");
  const payer = await walletOn(service().anvil.url, "1000", `0x${"42".repeat(32)}`);
  const variables: Record<string, string> = { KEY: testKey, PAYER_ADDRESS: payer.address };

  const held = await runDocumentedCalls(page, service().url, variables, async (answer) => {
    const { checkoutSession } = answer as { checkoutSession?: { id: string; status: string } };
    if (checkoutSession?.status !== "PENDING") return;
    const input = await signed(story, checkoutSession.id, payer, "300");
    await story.done("checkout.pay", { ...input, user: { email: "pat@example.com" } });
    await settleAll(service());
  });

  expect(held).toBe(7);
  expect(await payer.balance()).toBe("970.800000");
});
