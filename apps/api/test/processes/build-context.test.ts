import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { buildContext } from "./build-context.ts";

/* The files in the image's build, and the separation of its containers. */

const root = new URL("../../../../", import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, root), "utf8");
const enters = buildContext();

describe("the build context", () => {
  it.each([
    ...[
      "ops/compose/usance.env",
      "compose.production.yaml",
      "ops/compose/secrets/signer-key",
      "ops/compose/secrets/database-url",
    ],
    ...[".env", ".env.production", "apps/api/.env", "apps/api/.env.local", "secrets/key", "a-file"],
    ...["apps/api/secrets/signer-key", "apps/api/server.key", "packages/sdk/cert.pem"],
    ...[".git/config", ".data/keys.json", "apps/api/.data/keys.json", ".npmrc", ".ci/run"],
    ...[
      "node_modules/a/index.js",
      "apps/api/node_modules/a/index.js",
      "apps/checkout/dist/index.html",
    ],
    ...["usance.log", "apps/api/debug.log"],
    ...[
      "apps/api/src/kit/config/config.test.ts",
      "bench/src/ingest.ts",
      "bench/results/ingest.json",
    ],
    ...["examples/metered-express/src/main.ts", "examples/metered-express/usage.db"],
  ])("excludes %s", (file) => {
    expect(enters(file)).toBe(false);
  });

  it.each([
    ...["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "bench/package.json"],
    ...[
      "apps/api/src/cli/usance.ts",
      "apps/api/src/cli/commands/secrets.ts",
      "apps/api/prisma/schema.prisma",
    ],
    ...[
      "apps/checkout/index.html",
      "contracts/generated/abi.ts",
      "packages/proofs/src/index.ts",
      "packages/rating/src/index.ts",
    ],
    ...["examples/metered-express/package.json"],
  ])("includes %s", (file) => {
    expect(enters(file)).toBe(true);
  });
});

/** The files that override compose.yaml. */
interface Overlay {
  readonly name: string;
  readonly services: Readonly<
    Record<"database" | "api" | "proxy", { readonly ports?: readonly string[] }>
  >;
}

interface Compose {
  readonly services: Readonly<
    Record<
      "database" | "api" | "proxy",
      {
        readonly image?: string;
        readonly networks: readonly string[];
        readonly read_only: boolean;
        readonly cap_drop: readonly string[];
        readonly security_opt: readonly string[];
        readonly mem_limit: string;
      }
    >
  >;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

const { services, networks }: Compose = parse(textOf("compose.yaml"));
const citus: Compose = parse(textOf("ops/citus/compose.yaml"), { merge: true });
/** The containers of one server and of a Citus cluster. */
const containers = [services, citus.services].flatMap((all) => Object.values(all));
const development: Overlay = parse(textOf("compose.override.yaml"));
const production: Overlay = parse(textOf("compose.production.yaml"));

test("every image is pinned by digest, and pnpm by version", () => {
  const byDigest = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;
  const stages = [...textOf("Dockerfile").matchAll(/^FROM (\S+)(?: AS (\S+))?/gm)];
  const names = stages.map(([, , name]) => name);
  const images = stages.map(([, from]) => from).filter((from) => !names.includes(from));

  expect(images).toHaveLength(2);
  const named = containers.flatMap(({ image }) => image ?? []);
  expect(named).toHaveLength(containers.length - 2); // all but the service's own
  for (const image of [...images, ...named]) expect(image).toMatch(byDigest);
  expect(citus.services.proxy.image).toBe(services.proxy.image);
  const installs = [...textOf("Dockerfile").matchAll(/pnpm@(\S+)/g)].map(([, version]) => version);
  expect(installs).toHaveLength(2);
  for (const version of installs) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test("the proxy and the database share no network, and the database's has no way out", () => {
  const { database, api, proxy } = services;

  expect(database.networks.filter((one) => proxy.networks.includes(one))).toEqual([]);
  for (const { networks: other } of [database, proxy]) {
    expect(api.networks.some((one) => other.includes(one))).toBe(true);
  }
  for (const one of database.networks) expect(networks[one]?.internal).toBe(true);
  for (const { services: given } of [development, production]) {
    expect([given.database.ports, given.api.ports]).toEqual([undefined, undefined]);
  }
});

test("only this machine reaches the service for development, and it shares no volume with production", () => {
  for (const port of development.services.proxy.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  expect(development.name).not.toBe(production.name);
});

test("every container has a memory limit, a read-only file system and no added privileges", () => {
  for (const one of containers) {
    expect(one).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    });
  }
  const bounds = ["read_only", "cap_drop", "cap_add", "security_opt", "mem_limit", "networks"];
  const given = [development, production].flatMap((one) => Object.values(one.services));
  for (const one of given) {
    expect(Object.keys(one).filter((key) => bounds.includes(key))).toEqual([]);
  }
});
