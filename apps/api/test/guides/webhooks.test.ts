import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@usance/local-stack";
import { expect, it, onTestFinished } from "vitest";
import { blocksOf } from "../harness/blocks.ts";
import { useDeliverer } from "../harness/deliveries.ts";
import { restDoor } from "../harness/doors.ts";
import { useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { until } from "../harness/until.ts";

/* pages.test.ts tests that the calls of docs/webhooks.md work. */

const service = useService();
useDeliverer(service);
const story = new Story(restDoor, service);
const root = new URL("../../../../", import.meta.url);

it("the receiver of docs/webhooks.md accepts a test event", async () => {
  const guide = await readFile(new URL("docs/webhooks.md", root), "utf8");
  const port = await freePort();
  const page = guide.replace("listen(4000)", `listen(${port}, () => console.log("ready"))`);
  service().clock.set(new Date().toISOString()); // the receiver refuses webhooks that are older than five minutes
  const url = `http://127.0.0.1:${port}/hook`;
  const { webhookEndpoint } = await story.done("webhookEndpoints.create", { url });
  const receiver = await startReceiver(page, webhookEndpoint.secret);
  let printed = "";
  receiver.on("data", (chunk) => {
    printed += String(chunk);
  });

  const { webhookDelivery } = await story.done("webhookEndpoints.test", {
    webhookEndpointId: webhookEndpoint.id,
    type: "invoice.paid",
  });

  await until(async () => {
    const where = { id: webhookDelivery.id };
    const { status } = await service().parts.db.webhookDelivery.findUniqueOrThrow({ where });
    expect(status).toBe("DELIVERED");
    expect(printed).toMatch(/^invoice\.paid [a-z0-9]{24}\n$/);
  });
});

/** Runs the guide's receiver, with the library where Node finds it. @returns its output */
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
