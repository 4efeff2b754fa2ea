import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig, withSecretFiles } from "../../src/kit/config/config.ts";
import { cloneWithInit } from "./clone-with-init.ts";

/* Runs ops/compose/init.sh in its own folder. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));

it("creates every secret that compose.production.yaml names, and settings that production accepts", () => {
  const { secrets, init, readSecret, settings, folder } = cloneWithInit();
  const { secrets: named, services } = parse(
    readFileSync(join(root, "compose.production.yaml"), "utf8"),
  );

  init("billing.example.com", "https://rpc.example.com/v2/key");

  const files = Object.values(named as Record<string, { file: string }>);
  expect(files.map(({ file }) => join(folder, file)).toSorted()).toEqual(
    readdirSync(secrets)
      .map((file) => join(secrets, file))
      .toSorted(),
  );
  const inContainer: Record<string, string> = services.api.environment;
  const environment = {
    ...settings(),
    ...Object.fromEntries(
      Object.entries(inContainer).map(([name, file]) => [
        name,
        file.replace("/run/secrets", secrets),
      ]),
    ),
    NODE_ENV: "production",
    SETTLEMENT_CHAIN_ID: "8453",
    SETTLEMENT_CONTRACT_ADDRESS: `0x${"ab".repeat(20)}`,
  };
  const config = readConfig(withSecretFiles(environment));
  expect(new URL(config.DATABASE_URL).password).toBe(readSecret("database-password"));
  expect(config.SETTLEMENT_RPC_URL).toBe("https://rpc.example.com/v2/key");
  expect(config.CHECKOUT_URL).toBe("https://billing.example.com/checkout");
  expect(parseEnv(readFileSync(join(folder, ".env"), "utf8"))).toEqual({
    COMPOSE_FILE: "compose.yaml:compose.production.yaml",
    USANCE_HOST: "billing.example.com",
  });
});

it("lets the container's user read the secrets, and nobody else of this machine", () => {
  const { secrets, init } = cloneWithInit();

  init("billing.example.com", "https://rpc.example.com");

  expect(statSync(secrets).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(secrets)) {
    expect(statSync(join(secrets, file)).mode & 0o777).toBe(0o444);
  }
});

it("keeps what exists when it is run again", () => {
  const { secrets, init, readSecret, folder } = cloneWithInit();
  init("billing.example.com", "https://rpc.example.com");
  const before = readdirSync(secrets).map(readSecret);

  init("other.example.com", "https://other.example.com");

  expect(readdirSync(secrets).map(readSecret)).toEqual(before);
  expect(readFileSync(join(folder, ".env"), "utf8")).toContain("USANCE_HOST=billing.example.com\n");
});

it("creates nothing without its arguments", () => {
  const { init, folder } = cloneWithInit();

  expect(() => init("billing.example.com")).toThrow(/Usage: sh ops\/compose\/init\.sh/);
  expect(readdirSync(join(folder, "ops/compose"))).toEqual(["init.sh"]);
});
