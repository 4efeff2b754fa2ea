import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@usance/local-stack";
import { expect, it, onTestFinished, vi } from "vitest";
import { blocksOf } from "./harness/blocks.ts";
import { useDeliverer } from "./harness/deliveries.ts";
import { runDocumentedCalls } from "./harness/documented-calls.ts";
import { testKey, useService } from "./harness/service.ts";

/* docs/webhooks.md is followed to the letter: its calls are made, and its receiver is what they reach. */

const service = useService();
useDeliverer(service);
const root = new URL("../../../", import.meta.url);

it("registers, receives, tests, looks up and redelivers as the guide shows", async () => {
  const guide = await readFile(new URL("docs/webhooks.md", root), "utf8");
  const port = await freePort();
  const page = guide
    .replaceAll("127.0.0.1:4000", `127.0.0.1:${port}`)
    .replace("listen(4000)", `listen(${port}, () => console.log("ready"))`);
  const { clock, url, parts } = service();
  clock.set(new Date().toISOString()); // the receiver refuses what is older than five minutes
  const variables: Record<string, string> = { KEY: testKey };
  let printed = "";

  const held = await runDocumentedCalls(page, url, variables, async (answer) => {
    const { webhookEndpoint, webhookDelivery } = answer as {
      webhookEndpoint?: { secret?: string };
      webhookDelivery?: { id: string; status: string };
    };
    if (webhookEndpoint?.secret !== undefined) {
      const receiver = await startReceiver(page, webhookEndpoint.secret);
      receiver.on("data", (chunk) => {
        printed += String(chunk);
      });
    }
    if (webhookDelivery?.status === "PENDING") {
      const where = { id: webhookDelivery.id };
      await vi.waitFor(async () => {
        const { status } = await parts.db.webhookDelivery.findUniqueOrThrow({ where });
        expect(status).toBe("DELIVERED");
      }, 15_000);
    }
  });

  expect(held).toBe(4);
  await vi.waitFor(() => expect(printed).toMatch(/^(invoice\.paid [a-z0-9]{24}\n){2}$/), 15_000);
});

/** Runs the guide's receiver, with the library where node finds it. @returns what it prints */
async function startReceiver(page: string, secret: string) {
  const [code = ""] = blocksOf(page, "js");
  const folder = await mkdtemp(join(tmpdir(), "usance-guide-"));
  const modules = fileURLToPath(new URL("apps/api/node_modules", root));
  await symlink(modules, join(folder, "node_modules"));
  const file = join(folder, "receive.mjs");
  await writeFile(file, code);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  });
  await once(child.stdout, "data");
  return child.stdout;
}
