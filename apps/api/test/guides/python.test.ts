import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@usance/local-stack";
import { verifyBill, webhooks } from "@usance/sdk";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { histories } from "../../../../packages/proofs/test/histories.ts";
import { honest, lies } from "../../../../packages/proofs/test/lies.ts";
import { restDoor } from "../harness/doors.ts";
import { onFreePort } from "../harness/on-free-port.ts";
import { testKey, useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
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

describe("docs/verify_bill.py", () => {
  const program = join(root, "docs/verify_bill.py");
  /** What it says last of each file. */
  const verdicts = async (files: readonly string[], env: Record<string, string> = {}) => {
    const { stdout } = await promisify(execFile)("python3", [program, ...files], {
      env: { ...process.env, ...env },
      maxBuffer: 2 ** 26,
    }).catch((error) => error);
    return (stdout as string).split("\n").filter((line) => /^(?:Not v|V)erified/.test(line));
  };
  const write = async (told: readonly object[]) => {
    const folder = temporaryFolder();
    const names = told.map((_, place) => join(folder, `${place}.json`));
    await Promise.all(told.map((one, place) => writeFile(names[place] ?? "", JSON.stringify(one))));
    return names;
  };

  it("agrees with the SDK on 500 generated bills", async () => {
    const told = fc.sample(histories, { numRuns: 260, seed: 77 }).flat().slice(0, 500);
    const expected = await Promise.all(
      told.map(async ({ proof, usageEvents, usageRoots }) => {
        const findings = await verifyBill(proof, [usageEvents], async () => usageRoots);
        const found = new Set(findings.map(({ outcome }) => outcome));
        return found.has("bad") ? /^Not verified:/ : found.has("open") ? /^Not verified c/ : /^V/;
      }),
    );
    const said = await verdicts(["--offline", ...(await write(told))]);
    expect(said).toHaveLength(500);
    expect(said.filter((verdict, place) => !expected[place]?.test(verdict))).toEqual([]);
    expect(new Set(expected.map(String)).size).toBe(2);
  });

  it("finds every lie", async () => {
    const told = lies.map(([, change]) => {
      const one = honest();
      change(one);
      return one;
    });
    const said = await verdicts(["--offline", ...(await write([...told, honest()]))]);
    expect(said.pop()).toBe("Verified");
    expect(lies.filter((_, place) => said[place] === "Verified").map(([name]) => name)).toEqual([]);
    expect(said).toHaveLength(lies.length);
  });

  it("reads the payment from the chain", async () => {
    const story = new Story(restDoor, service);
    const { id: invoiceId, billHash: referenceHash, ...invoice } = await story.anInvoice();
    const settlement = story.settlementOf({ id: invoiceId, ...invoice }, { referenceHash });
    await story.done("settlements.create", settlement);
    const { proof } = await story.done("invoices.proof", { invoiceId });
    const { event } = proof.settlement;
    const other = { ...proof.settlement, event: { ...event, payer: `0x${"00".repeat(20)}` } };
    const files = await write([{ proof }, { proof: { ...proof, settlement: other } }]);
    const chain = { SETTLEMENT_RPC_URL: service().anvil.url };
    expect(await verdicts(files, chain)).toEqual([
      "Not verified completely: it bills no measured usage",
      expect.stringMatching(/^Not verified: the log 0 of the transaction has 0x\w+, not 0x0{64}$/),
    ]);
    expect(
      (await verdicts(files.slice(0, 1), { SETTLEMENT_RPC_URL: "http://127.0.0.1:9" }))[0],
    ).toBe("Not verified completely: it bills no measured usage");
  });
});

/** A copy of the example, as its reader makes it. */
async function copied(): Promise<string> {
  const folder = temporaryFolder();
  await cp(example, folder, { recursive: true });
  return folder;
}
