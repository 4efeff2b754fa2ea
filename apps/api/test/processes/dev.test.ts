import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startAnvil } from "@usance/local-stack";
import { describe, expect, test } from "vitest";
import { paymentsDeployer } from "../../src/cli/dev/accounts.ts";
import { deployRegistry } from "../../src/cli/dev/deploy-contracts.ts";
import { newDatabase } from "../harness/database.ts";
import { until } from "../harness/until.ts";
import { type Address, call, rpc, settled } from "./calls.ts";
import {
  type Entry,
  killAll,
  locksIn,
  processesOf,
  run,
  runUsance,
  temporaryFolder,
} from "./entry.ts";
import { usanceCommand } from "./program.ts";

interface Dev extends Entry, Address {
  readonly trpc: string;
  readonly docs: string;
  /** The local chain's RPC address. */
  readonly chain: string;
}

test("pnpm dev prints the addresses and a key that works, in about ten lines", async () => {
  const given = "k".repeat(40);
  const dev = await startDev({ DATA_DIR: temporaryFolder(), BOOTSTRAP_API_KEY: given });

  const owner = { email: "dev@example.com" };
  const first = await call(dev, "POST", "/services", { name: "Weather API", owner });

  expect(first.status).toBe(201);
  const [, banner = ""] = /\n(Usance is ready[\s\S]*?)\n\n/.exec(dev.out()) ?? [];
  expect(banner.split("\n")).toHaveLength(10);
  const list = `${dev.trpc}/services.list?input=%7B%7D`;
  for (const key of [dev.key, given]) {
    const answer = await fetch(list, { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Weather API");
  }
  expect((await fetch(list)).status).toBe(401);
  expect((await fetch(dev.docs)).headers.get("content-type")).toContain("text/html");
  const document = await (await fetch(`${dev.url}/openapi.json`)).json();
  expect(document).toHaveProperty(["paths", "/api/v1/settlements"]);
  expect(dev.err()).toBe("");
});

describe("each request is", () => {
  const ask = async (dev: Dev) => {
    const session = await call(dev, "GET", "/checkout-sessions/rauzc1xdahe6s91ltexahooz");
    expect(session.status).toBe(404);
    await fetch(`${dev.url}/checkout/rauzc1xdahe6s91ltexahooz`);
    await fetch(`${dev.url}/api/v1/servces/rauzc1xdahe6s91ltexahooz?key=a-key`);
  };
  const secrets = /rauzc1x|a-key|"password"/;

  test("a line of JSON where output is no terminal, after its own at the start", async () => {
    const dev = await startDev({ DATA_DIR: temporaryFolder() });

    await ask(dev);

    const last = await dev.printed(/^.*servces.*$/m);
    const lines = dev
      .out()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        method: "GET",
        route: "/api/v1/checkout-sessions/{checkoutSessionId}",
        status: 404,
        reason: "Checkout session was not found.",
      },
      { method: "GET", route: "pages", path: "/checkout/…", status: 404 },
      { method: "GET", path: "/api/v1/servces/…", status: 404, reason: "Not found." },
    ]);
    expect(JSON.parse(last[0])).toMatchObject({ path: "/api/v1/servces/…" });
    expect(lines.join()).not.toMatch(secrets);
  });

  test.each([
    ["a request is logged in color in a terminal", {}, "\u001b[33m404\u001b[39m"],
    ["a request is logged without color with NO_COLOR", { NO_COLOR: "1" }, " 404 "],
  ])("%s", async (_, environment, status) => {
    const dev = await startInTerminal(["dev"], environment);

    await ask(dev);

    const [line] = await dev.printed(/^.*servces.*$/m);
    expect(line).toContain("GET    /api/v1/servces/… ");
    expect(line).toContain(status);
    expect(dev.out()).toMatch(/GET +\/api\/v1\/checkout-sessions\/\{checkoutSessionId\} /);
    expect(dev.out()).not.toContain('{"level');
    expect(dev.out()).not.toMatch(secrets);
    if ("NO_COLOR" in environment) expect(dev.out()).not.toContain("\u001b[");
  });

  test("not logged with --quiet", async () => {
    const dev = await startInTerminal(["dev", "--quiet"], {});

    await ask(dev);
    dev.signalGroup("SIGINT");
    await dev.ended;

    expect(dev.out()).not.toMatch(/servces|checkout-sessions/);
  });
});

/** Starts it in its own terminal. */
async function startInTerminal(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Dev> {
  const command = usanceCommand(words).join(" ");
  const all = { DATA_DIR: temporaryFolder(), PORT: "0", TERM: "xterm-256color", ...environment };
  return ready(run(["script", "--quiet", "--flush", "--command", command, "/dev/null"], all));
}

describe("Ctrl-C", () => {
  test("leaves no process or lock, and the next start has all data", async () => {
    const DATA_DIR = temporaryFolder();
    const before = await startDev({ DATA_DIR });
    const settlement = await settled(before);
    const receipt = await receiptOf(before, settlement);

    before.signalGroup("SIGINT");

    expect(await before.ended).toBe(0);
    expect(before.out()).not.toMatch(/"level":[45]0/);
    expect(processesOf(DATA_DIR)).toEqual([]);
    expect(locksIn(DATA_DIR)).toEqual([]);
    const after = await startDev({ DATA_DIR });
    expect(after.key).toBe(before.key);
    expect((await call(after, "GET", `/settlements/${settlement.id}`)).body).toMatchObject({
      settlement: { status: "CONFIRMED", invoice: { status: "PAID" } },
    });
    expect(receipt).not.toBeNull();
    expect(await receiptOf(after, settlement)).toEqual(receipt);
    await settled(after);
  });

  test("works the same through npx and pnpm", async () => {
    const DATA_DIR = temporaryFolder();
    const dev = await ready(run(["npx", "--yes", "pnpm@12.21.0", "dev"], { DATA_DIR, PORT: "0" }));

    dev.signalGroup("SIGINT");

    await dev.ended;
    await until(() => processesOf(DATA_DIR).length === 0);
    expect(locksIn(DATA_DIR)).toEqual([]);
    await expect(fetch(dev.url)).rejects.toThrow();
  });

  test("during startup leaves nothing running, and the next start works", async () => {
    const DATA_DIR = temporaryFolder();
    const early = runUsance(["dev"], { DATA_DIR, PORT: "0" });
    await early.printed(/Making a new Postgres cluster/);

    early.signalGroup("SIGINT");

    expect(await early.ended).toBe(0);
    expect(early.out()).not.toContain("ready");
    expect(processesOf(DATA_DIR)).toEqual([]);
    expect(locksIn(DATA_DIR)).toEqual([]);
    const next = await startDev({ DATA_DIR });
    next.signal("SIGTERM");
    expect(await next.ended).toBe(0);
    expect(processesOf(DATA_DIR)).toEqual([]);
  });
});

describe("after a SIGKILL", () => {
  test.each([
    ["of the process", (dev: Dev) => dev.signal("SIGKILL")],
    ["of its group", (dev: Dev) => dev.signalGroup("SIGKILL")],
    [
      "of it and its servers before the chain is saved",
      (dev: Dev, folder: string) => killAll([dev.pid, ...processesOf(folder)]),
    ],
  ])("%s, the next start has the key and settlements, and settles", async (_, kill) => {
    const DATA_DIR = temporaryFolder();
    const before = await startDev({ DATA_DIR });
    const settlement = await settled(before);

    kill(before, DATA_DIR);

    await before.ended;
    const after = await startDev({ DATA_DIR });
    expect(after.key).toBe(before.key);
    expect((await call(after, "GET", `/settlements/${settlement.id}`)).body).toMatchObject({
      settlement: { status: "CONFIRMED", transactionHash: settlement.transactionHash },
    });
    expect(await receiptOf(after, settlement)).toMatchObject({ status: "0x1" });
    await settled(after);
  });
});

test("a chain with other contracts is moved aside, and a new one takes its place", async () => {
  const DATA_DIR = temporaryFolder();
  const before = await startDev({ DATA_DIR });
  const settlement = await settled(before);
  before.signal("SIGINT");
  await before.ended;
  rmSync(join(DATA_DIR, "chain"), { recursive: true });
  const anvil = await startAnvil({ dataDir: join(DATA_DIR, "chain") });
  await deployRegistry(anvil.url, paymentsDeployer.privateKey);
  await anvil.stop();

  const dev = await startDev({ DATA_DIR });

  await settled(dev);
  const { body } = await call(dev, "GET", `/settlements/${settlement.id}`);
  expect(body.settlement.status).toBe("CONFIRMED");
  expect(dev.out()).toContain("The local chain has another version of the contracts.");
  expect(existsSync(join(DATA_DIR, "chain-old"))).toBe(true);
});

test("while pnpm dev runs, a second start on its folder or port fails with one line", async () => {
  const DATA_DIR = temporaryFolder();
  const first = await startDev({ DATA_DIR });
  const { port } = new URL(first.url);
  const elsewhere = join(DATA_DIR, "elsewhere");

  const onItsFolder = runUsance(["dev"], { DATA_DIR, PORT: "0" });
  const onItsPort = runUsance(["dev"], { DATA_DIR: elsewhere, PORT: port });

  expect(await onItsFolder.ended).toBe(1);
  expect(onItsFolder.err()).toMatch(
    new RegExp(`^${DATA_DIR}/\\w+ is in use by process ${first.pid}: .+\n$`),
  );
  expect(await onItsPort.ended).toBe(1);
  expect(onItsPort.out()).toBe("");
  expect(onItsPort.err()).toBe(
    `Port ${port} is in use. Stop the process that uses it, or set PORT.\n`,
  );
  expect(existsSync(elsewhere)).toBe(false);
  await settled(first);
});

test("with DATABASE_URL pnpm dev starts no Postgres, and settles there on a new chain too", async () => {
  const DATABASE_URL = await newDatabase("template0");
  for (const DATA_DIR of [temporaryFolder(), temporaryFolder()]) {
    const dev = await startDev({ DATA_DIR, DATABASE_URL });
    await settled(dev);
    dev.signal("SIGINT");
    await dev.ended;
    expect(dev.out()).not.toContain("Database");
    expect(existsSync(join(DATA_DIR, "postgres"))).toBe(false);
  }
});

describe("an invalid environment is reported in one line before anything starts", () => {
  test.each([
    [{ PORT: "abc" }, "PORT must be a whole number from 0 to 65535.\n"],
    [
      { SETTLEMENT_RPC_URL: "http://127.0.0.1:1" },
      "SETTLEMENT_CHAIN_ID is not set.\nSETTLEMENT_CONTRACT_ADDRESS is not set.\nSETTLEMENT_SIGNER_KEY is not set.\n",
    ],
    [{ HOST: "192.0.2.1" }, "HOST 192.0.2.1 is not an address of this machine.\n"],
  ])("%j", async (environment, lines) => {
    const DATA_DIR = join(temporaryFolder(), "data");

    const dev = runUsance(["dev"], { DATA_DIR, PORT: "0", ...environment });

    expect(await dev.ended).toBe(1);
    expect(dev.err()).toBe(lines);
    expect(dev.out()).toBe("");
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test("a DATA_DIR that is not a folder, or where none can be made", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const none = existsSync("/proc/self") ? [["/proc/none/data", "ENOENT"]] : [];
    for (const [DATA_DIR = "", code] of [[file, "EEXIST"], ...none]) {
      const dev = runUsance(["dev"], { DATA_DIR, PORT: "0" });

      expect(await dev.ended).toBe(1);
      expect(dev.err()).toBe(`DATA_DIR ${DATA_DIR} cannot be made (${code}).\n`);
    }
  });
});

async function startDev(environment: Readonly<Record<string, string>>): Promise<Dev> {
  return ready(runUsance(["dev"], { PORT: "0", ...environment }));
}

async function ready(entry: Entry): Promise<Dev> {
  await entry.printed(/Ctrl-C stops it/);
  const line = async (name: string) =>
    (await entry.printed(new RegExp(`^ *${name} +(\\S+)\r?$`, "m")))[1] ?? "";
  return {
    ...entry,
    url: new URL(await line("REST")).origin,
    key: await line("Key"),
    trpc: await line("tRPC"),
    docs: await line("Docs"),
    chain: await line("Chain"),
  };
}

function receiptOf(
  { chain }: Dev,
  { transactionHash }: { transactionHash: string },
): Promise<unknown> {
  return rpc(chain, "eth_getTransactionReceipt", [transactionHash]);
}
