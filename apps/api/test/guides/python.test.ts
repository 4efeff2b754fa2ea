import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@usance/local-stack";
import { webhooks } from "@usance/sdk";
import { expect, it, onTestFinished } from "vitest";
import { onFreePort } from "../harness/on-free-port.ts";
import { testKey, useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { run, temporaryFolder } from "../processes/entry.ts";
import { root } from "../processes/program.ts";

const service = useService();
const secret = "whsec_c2VjcmV0IG9mIGEgdGVzdA==";
const example = join(root, "examples/python");

it("the Python program prints what its README shows", async () => {
  const folder = await copied();
  const page = await readFile(join(example, "README.md"), "utf8");
  const [, printed] = /python3 first_invoice\.py\n```\n+```text\n([\s\S]*?)```/.exec(page) ?? [];

  const USANCE_URL = service().url;
  const { stdout } = await promisify(execFile)("python3", ["first_invoice.py"], {
    cwd: folder,
    env: { ...process.env, USANCE_URL, USANCE_API_KEY: testKey },
  });

  expect(stdout).toBe(printed);
});

it("its client repeats a call with the same Idempotency-Key, and follows no redirect", async () => {
  const folder = await copied();
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
  const folder = await copied();
  const receiver = await readFile(join(example, "receive.py"), "utf8");
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

/** A copy of the example, as its reader makes it. */
async function copied(): Promise<string> {
  const folder = temporaryFolder();
  await cp(example, folder, { recursive: true });
  return folder;
}
