import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@usance/local-stack";
import { webhooks } from "@usance/sdk";
import { expect, it, onTestFinished } from "vitest";
import { blocksOf } from "../harness/blocks.ts";
import { onFreePort } from "../harness/on-free-port.ts";
import { testKey, useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { run, temporaryFolder } from "../processes/entry.ts";
import { root } from "../processes/program.ts";

const service = useService();
const secret = "whsec_c2VjcmV0IG9mIGEgdGVzdA==";

it("the program of docs/python.md prints what the page shows", async () => {
  const { page, folder } = await saved();
  const [, printed] = /python3 first_invoice\.py\n```\n+```text\n([\s\S]*?)```/.exec(page) ?? [];

  const USANCE_URL = service().url;
  const { stdout } = await promisify(execFile)("python3", ["first_invoice.py"], {
    cwd: folder,
    env: { ...process.env, USANCE_URL, USANCE_API_KEY: testKey },
  });

  expect(stdout).toBe(printed);
});

it("its client repeats a call with the same Idempotency-Key, and follows no redirect", async () => {
  const { folder } = await saved();
  const keys: unknown[] = [];
  const answers = [
    (response: ServerResponse) => response.destroy(),
    (response: ServerResponse) =>
      response.writeHead(503, { "Retry-After": "0" }).end('{"error": "Busy."}'),
    (response: ServerResponse) => response.writeHead(201).end('{"invoice": {"id": "one"}}'),
    (response: ServerResponse) =>
      response.writeHead(302, { Location: `http://127.0.0.1:9/` }).end(),
  ];
  const server = createServer((request, response) => {
    keys.push(request.headers["idempotency-key"]);
    answers.shift()?.(response);
  });
  onTestFinished(() => void server.close());
  const { url } = await onFreePort(server);
  const program = `
from usance import Usance, UsanceError
usance = Usance("${url}", "key")
print(usance.post("/invoices", {})["invoice"]["id"])
try:
    usance.get("/invoices")
except UsanceError as error:
    print(error.status)
`;

  const { stdout } = await promisify(execFile)("python3", ["-c", program], { cwd: folder });

  expect(stdout).toBe("one\n302\n");
  expect(keys).toEqual([expect.any(String), keys[0], keys[0], undefined]);
});

it("its receiver accepts a signed delivery, and no other", async () => {
  const { folder, receiver } = await saved();
  const port = await freePort();
  await writeFile(join(folder, "receive.py"), receiver.replace("4000", String(port)));
  const python = run(["python3", "receive.py"], { WEBHOOK_SECRET: secret }, folder);
  const body = JSON.stringify({ id: "event1", type: "invoice.paid", data: { name: "Zoë" } });
  const signed = (by: string, now?: Date) =>
    webhooks.sign(body, by, { id: "event1", ...(now && { now: () => now }) });
  const post = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", headers, body })).status;

  const right = await signed(secret);
  await until(async () => expect(await post(right)).toBe(204));
  const other = await signed("whsec_b3RoZXI=");
  const both = `${other["webhook-signature"]} ${right["webhook-signature"]}`;
  expect(await post({ ...right, "webhook-signature": both })).toBe(204);
  expect(await post(other)).toBe(400);
  expect(await post({ ...right, "webhook-id": "event2" })).toBe(400);
  expect(await post(await signed(secret, new Date(Date.now() - 600_000)))).toBe(400);
  expect(await post({})).toBe(400);
  expect(python.out()).toBe("invoice.paid event1\n".repeat(2));
});

/** Saves the page's modules under their names, as its reader does. */
async function saved() {
  const page = await readFile(join(root, "docs/python.md"), "utf8");
  const [client = "", first = "", verify = "", receiver = ""] = blocksOf(page, "py");
  const folder = temporaryFolder();
  await writeFile(join(folder, "usance.py"), client);
  await writeFile(join(folder, "first_invoice.py"), first);
  await writeFile(join(folder, "usance_webhooks.py"), verify);
  return { page, folder, receiver };
}
