import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { localChainId } from "@usance/local-stack";
import { Client } from "pg";
import { generatePrivateKey } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { newDatabase } from "../harness/database.ts";
import { until } from "../harness/until.ts";
import { call, newSettlement, rpc, settled } from "./calls.ts";
import { type Entry, runUsance } from "./entry.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

/** A key without a role in the contract. */
const stranger = generatePrivateKey();

const chain = useChain();

describe("an invalid variable is reported in one line without its value", () => {
  test("for each required one in an empty environment", async () => {
    const start = runUsance(["start"]);

    expect(await start.ended).toBe(1);
    expect(start.err().split("\n")).toEqual([
      "DATABASE_URL is not set.",
      "SETTLEMENT_RPC_URL is not set.",
      "SETTLEMENT_CHAIN_ID is not set.",
      "SETTLEMENT_CONTRACT_ADDRESS is not set.",
      "SETTLEMENT_SIGNER_KEY is not set.",
      "CHECKOUT_URL is not set.",
      "WEBHOOK_SECRETS_KEY is not set.",
      "",
    ]);
    expect(start.out()).toBe("");
  });
});

describe("a database that refuses the login", () => {
  const password = "hunter2";
  const otherUser = async () => {
    const url = new URL(await newDatabase("template0"));
    url.username = "nobody-of-that-name";
    url.password = password;
    return url.href;
  };

  test.each([
    [
      "of a stopped server",
      async () => `postgres://u:${password}@127.0.0.1:1/usance`,
      "ECONNREFUSED",
    ],
    ["of an unknown host", async () => `postgres://u:${password}@host.invalid/usance`, "ENOTFOUND"],
    [
      "with a wrong password",
      otherUser,
      'password authentication failed for user "nobody-of-that-name"',
    ],
  ])("%s is reported in one line without the password", async (_, url, reason) => {
    const start = await expectRefused(
      { ...(await whole()), DATABASE_URL: await url() },
      `DATABASE_URL: the database cannot be reached (${reason}).`,
    );
    expect(start.out() + start.err()).not.toContain(password);
  });
});

describe("a chain that does not match the configuration is reported in one line", () => {
  const nothing = `0x${"ab".repeat(20)}`;
  const other = `0x${"cd".repeat(20)}`;

  test.each([
    [
      "with another id",
      { SETTLEMENT_CHAIN_ID: "1337" },
      `SETTLEMENT_CHAIN_ID is 1337, but the chain at SETTLEMENT_RPC_URL is ${localChainId}.`,
    ],
    [
      "without the contract",
      { SETTLEMENT_CONTRACT_ADDRESS: nothing },
      `SETTLEMENT_CONTRACT_ADDRESS ${nothing} has no contract on the chain at SETTLEMENT_RPC_URL.`,
    ],
    [
      "with another contract",
      { SETTLEMENT_CONTRACT_ADDRESS: other },
      `SETTLEMENT_CONTRACT_ADDRESS ${other} is another contract than SettlementRegistry.`,
    ],
    [
      "with a signer that may not settle",
      { SETTLEMENT_SIGNER_KEY: stranger },
      /^SETTLEMENT_SIGNER_KEY is the key of 0x[0-9a-fA-F]{40}, which lacks the contract's SETTLER role\.$/,
    ],
  ])("%s", async (_, given, line) => {
    await rpc(chain().anvil.url, "anvil_setCode", [other, "0x600160005260206000fd"]);

    const start = await expectRefused(await whole(given), line);

    expect(start.err()).not.toContain(stranger);
  });
});

test("an unreachable chain is logged without its address, and everything else works", async () => {
  const service = await listening({
    ...(await whole()),
    SETTLEMENT_RPC_URL: "http://127.0.0.1:1/secret-path",
    SETTLEMENT_TIMEOUT_MS: "2000", // longer than the retries of a failing node
  });

  const answer = await call(service, "POST", "/settlements", await newSettlement(service));

  expect(answer).toMatchObject({
    status: 500,
    body: { error: "The settlement chain could not be reached." },
  });
  expect(service.out()).toContain("settlement chain cannot be reached");
  expect(service.out() + service.err()).not.toContain("secret-path");
});

describe("SIGTERM", () => {
  test("finishes requests in progress, closes idle connections, accepts no new ones, and exits with 0", async () => {
    const service = await listening(await whole());
    const settlement = await newSettlement(service);
    const idle = connect(Number(new URL(service.url).port), "127.0.0.1");
    await once(idle, "connect");
    const upload = request(`${service.url}/api/v1/services`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" },
    });
    upload.write('{"name": "Slow", ');
    await rpc(chain().anvil.url, "evm_setAutomine", [false]);
    const waiting = call(service, "POST", "/settlements", settlement);
    await until(async () => {
      const { pending } = (await rpc(chain().anvil.url, "txpool_status", [])) as {
        pending: string;
      };
      return Number(pending) === 1;
    });

    service.signal("SIGTERM");

    await once(idle.resume(), "close");
    await expect(fetch(service.url)).rejects.toThrow();
    upload.end('"status": "ACTIVE", "owner": {"email": "slow@example.com"}}');
    const [uploaded] = await once(upload, "response");
    expect(uploaded.statusCode).toBe(201);
    expect((await buffer(uploaded)).toString()).toContain("Slow");
    await rpc(chain().anvil.url, "anvil_mine", []);
    await rpc(chain().anvil.url, "evm_setAutomine", [true]);
    const answer = await waiting;
    expect(answer.status).toBe(201);
    expect(answer.body.settlement.status).toBe("CONFIRMED");
    expect(answer.headers.get("connection")).toBe("close");
    expect(await service.ended).toBe(0);
    expect(service.err()).toBe("");
  });

  test("still accepts requests during the notice time, and is not ready", async () => {
    const service = await listening(await whole({ SHUTDOWN_NOTICE_MS: "600000" }));
    service.signal("SIGTERM");

    const ready = async () => {
      const answer = await fetch(`${service.url}/ready`);
      return (await answer.json()) as { ready: boolean };
    };
    await until(async () => !(await ready()).ready);

    expect(await ready()).toEqual({ ready: false, reasons: ["The service stops."], warnings: [] });
    const answer = await call(service, "GET", "/services");
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get("connection")).toBe("close");
  });

  test("sent twice at once, as by npx and pnpm, counts once; a later one exits immediately", async () => {
    const service = await listening(await whole());
    const upload = request(`${service.url}/api/v1/services`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" },
    });
    upload.on("error", () => undefined); // the test cuts it off
    upload.write("{");
    await call(service, "GET", "/services"); // later than the start of the upload

    service.signal("SIGTERM");
    service.signal("SIGINT");
    await until(() =>
      fetch(service.url).then(
        () => false,
        () => true,
      ),
    );
    let ended: unknown;
    void service.ended.then((how) => {
      ended = how;
    });
    await until(() => {
      service.signal("SIGTERM");
      return ended !== undefined;
    });

    expect(ended).toBe(130);
  });

  test("during startup stops cleanly", async () => {
    const DATABASE_URL = await newDatabase("template0");
    const early = runUsance(["start"], await whole({ DATABASE_URL, LOG_LEVEL: "debug" }));

    early.signal("SIGTERM");

    expect([0, "SIGTERM"]).toContain(await early.ended);
    expect(early.err()).toBe("");
    const next = await listening(await whole({ DATABASE_URL }));
    next.signal("SIGTERM");
    expect(await next.ended).toBe(0);
  });
});

test("a SIGKILL during a migration does not break the next start", async () => {
  const DATABASE_URL = await newDatabase("template0");
  const holder = new Client({ connectionString: DATABASE_URL });
  const watcher = new Client({ connectionString: DATABASE_URL });
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query("BEGIN");
  await holder.query("CREATE TABLE usage_events ()"); // it blocks the second half of the start
  const killed = runUsance(["start"], await whole({ DATABASE_URL }));
  await until(async () => {
    const { rowCount } = await watcher.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rowCount === 1;
  });

  killed.signal("SIGKILL");

  await killed.ended;
  await holder.query("ROLLBACK");
  await Promise.all([holder.end(), watcher.end()]);
  await settled(await listening(await whole({ DATABASE_URL })));
});

test("several concurrent starts on one empty database all succeed", async () => {
  const environment = await whole({ DATABASE_URL: await newDatabase("template0") });

  const services = await Promise.all([1, 2, 3].map(() => listening(environment)));

  for (const service of services) await settled(service);
  for (const service of services) service.signal("SIGTERM");
  expect(await Promise.all(services.map(({ ended }) => ended))).toEqual([0, 0, 0]);
});

const whole = (given: Readonly<Record<string, string>> = {}) =>
  productionEnvironment(chain(), given);

async function expectRefused(
  environment: Readonly<Record<string, string>>,
  line: string | RegExp,
): Promise<Entry> {
  const start = runUsance(["start"], environment);
  expect(await start.ended).toBe(1);
  const [first = "", ...rest] = start.err().split("\n");
  if (typeof line === "string") expect(first).toBe(line);
  else expect(first).toMatch(line);
  expect(rest).toEqual([""]);
  expect(start.out()).toBe("");
  return start;
}
