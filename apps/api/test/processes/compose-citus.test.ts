import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startCitus } from "@usance/local-stack/citus";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { readConfig, withSecretFiles } from "../../src/kit/config/config.ts";
import { sql } from "../harness/database.ts";
import { cloneWithInit } from "./clone-with-init.ts";

/* ops/citus/compose.yaml, and the script that joins its nodes. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));

interface Container {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: readonly string[] | Readonly<Record<string, { aliases?: string[] }>>;
  readonly ports?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const read = (file: string): Compose =>
  parse(readFileSync(join(root, file), "utf8"), { merge: true });
const { services, networks, secrets } = read("ops/citus/compose.yaml");
const nodes = ["coordinator", "worker-1", "worker-2"] as const;
const networksOf = ({ networks: of }: Container) => (Array.isArray(of) ? of : Object.keys(of));
const service = (name: string): Container => {
  const found = services[name];
  if (found === undefined) throw new Error(`compose.yaml has no ${name}.`);
  return found;
};

test("only the proxy can be reached from outside, and the database's network has no way out", () => {
  const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);

  expect(open.map(([name]) => name)).toEqual(["proxy"]);
  expect(networks.database?.internal).toBe(true);
  for (const name of [...nodes, "join", "pooler"])
    expect(networksOf(service(name))).toEqual(["database"]);
  expect(networksOf(service("proxy"))).not.toContain("database");
});

test("two processes of the service reach the coordinator through the pooler, and the workers by name", () => {
  const { secrets: folder, settings, init } = cloneWithInit();
  init("billing.example.com", "https://rpc.example.com");
  const files = Object.values(secrets).map(({ file }) => join(root, "ops/citus", file));
  const made = readdirSync(folder).map((file) => join(root, "ops/compose/secrets", file));
  const inContainer = Object.entries(service("api").environment ?? {}).map(([name, value]) => [
    name,
    value.replace("/run/secrets", folder),
  ]);

  expect(files.toSorted()).toEqual(made.toSorted());
  expect(services.api).toMatchObject({ deploy: { replicas: 2 } });
  const config = readConfig(
    withSecretFiles({
      ...settings(),
      ...Object.fromEntries(inContainer),
      NODE_ENV: "production",
      SETTLEMENT_CHAIN_ID: "8453",
      SETTLEMENT_CONTRACT_ADDRESS: `0x${"ab".repeat(20)}`,
    }),
  );
  const url = new URL(config.DATABASE_URL);
  const pooler = service("pooler");
  expect(pooler.networks).toMatchObject({ database: { aliases: [url.hostname] } });
  expect(pooler.environment).toMatchObject({
    DB_HOST: nodes[0],
    DB_NAME: url.pathname.slice(1),
    DB_USER: url.username,
    POOL_MODE: "transaction",
  });
  expect(service("join").command?.slice(2)).toEqual(nodes.map((name) => `${name}:5432`));
  expect(networksOf(service("api"))).toContain("database");
});

const { CITUS_BIN } = process.env;

describe.skipIf(CITUS_BIN === undefined)("ops/citus/join.sh (CITUS_BIN)", () => {
  it("makes one cluster of the nodes, with the settings of compose.yaml, and can be repeated", async () => {
    const settings = (service(nodes[0]).command ?? [])
      .filter((word) => word.startsWith("--"))
      .map((word) => word.slice(2).split(/=(.*)/).slice(0, 2) as [string, string]);
    const citus = await startCitus({
      binaries: dirname(CITUS_BIN ?? ""),
      workers: 2,
      durable: false,
      settings: Object.fromEntries(settings),
    });
    try {
      const all = [citus.coordinator, ...citus.workers];
      for (const { url } of all) await sql(url, "CREATE DATABASE usance");
      const { username, password } = new URL(citus.coordinator.url);
      const joined = () =>
        execFileSync(
          "sh",
          [join(root, "ops/citus/join.sh"), ...all.map(({ port }) => `127.0.0.1:${port}`)],
          {
            encoding: "utf8",
            env: {
              PATH: `${CITUS_BIN}:${process.env.PATH}`,
              ...{ PGUSER: username, PGPASSWORD: password, PGDATABASE: "usance" },
            },
          },
        );

      expect([joined(), joined()]).toEqual(
        Array(2).fill(`Joined 2 workers to 127.0.0.1:${citus.coordinator.port}.\n`),
      );

      const url = new URL(citus.coordinator.url);
      url.pathname = "/usance";
      const found = await sql(
        url.href,
        "SELECT nodeport FROM citus_get_active_worker_nodes() AS node (nodename, nodeport) ORDER BY 1",
      );
      expect(found.map(({ nodeport }) => Number(nodeport))).toEqual(
        citus.workers.map(({ port }) => port).toSorted((one, other) => one - other),
      );
    } finally {
      await citus.stop();
    }
  }, 120_000);

  it("does nothing without a worker", () => {
    expect(() =>
      execFileSync("sh", [join(root, "ops/citus/join.sh"), "coordinator:5432"], { stdio: "pipe" }),
    ).toThrow(/Usage: sh join\.sh/);
  });
});
