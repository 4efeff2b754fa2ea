import { settlementRegistryAbi } from "@usance/contracts";
import { type Anvil, publicDevAccount, startAnvil } from "@usance/local-stack";
import { createPublicClient, getAddress, http } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admin, adminKey, rpc } from "../../../test/harness/chain.ts";
import { settingsIn } from "../../../test/harness/contracts.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { usance } from "../../../test/harness/usance.ts";
import {
  collectorV1Address,
  deployCollectorV1,
  deployRegistryV1,
} from "../../../test/harness/version-1.ts";
import { chainTroubles } from "../../billing/settlements/settlement-troubles.ts";
import { settlerRole } from "../../chain/chain-troubles.ts";
import { operatorRole } from "../../chain/collector-troubles.ts";
import { deployer } from "../../chain/deployer.ts";
import { compose } from "../../compose.ts";
import { readConfig } from "../../config/config.ts";
import { deployCollector, devUsdcAddress } from "../../dev/deploy-collector.ts";
import { deployRegistry } from "../../dev/deploy-registry.ts";

/** Runs `usance contracts`. */
const contracts = (words: readonly string[], environment: Readonly<Record<string, string>>) =>
  usance(["contracts", ...words], environment);

const settler = getAddress(`0x${"5e".repeat(20)}`);
const deployment = ["deploy", "--admin", admin.address, "--settler", settler];
let anvil: Anvil;
let environment: Record<string, string>;

beforeAll(async () => {
  anvil = await startAnvil();
  environment = { SETTLEMENT_RPC_URL: anvil.url, DEPLOYER_KEY: publicDevAccount.privateKey };
  const operator = publicDevAccount.address;
  const registry = await deployRegistry(anvil.url, publicDevAccount.privateKey, admin.address);
  await deployCollector(anvil.url, { registry, admins: [adminKey], operator }); // and USDC
});
afterAll(() => anvil.stop());

describe("deploy", () => {
  it("deploys the registry with the given roles", async () => {
    const { lines, notes } = await contracts(deployment, environment);

    const { SETTLEMENT_CONTRACT_ADDRESS: address, ...others } = settingsIn(lines);
    const registry = { address: address as `0x${string}`, abi: settlementRegistryAbi };
    const client = createPublicClient({ transport: http(anvil.url) });
    expect(others).toEqual({ SETTLEMENT_CHAIN_ID: String(await client.getChainId()) });
    expect(notes).toEqual([]);
    const read = { ...registry, functionName: "hasRole", args: [settlerRole, settler] } as const;
    expect(await client.readContract(read)).toBe(true);
    expect(await client.readContract({ ...registry, functionName: "defaultAdmin" })).toBe(
      admin.address,
    );
    expect(await client.readContract({ ...registry, functionName: "defaultAdminDelay" })).toBe(
      48 * 3_600,
    );
  });

  it("with a token, deploys the collector, which the admin must still authorize", async () => {
    const words = [...deployment, "--token", devUsdcAddress, "--admin-delay-hours", "0"];
    const { lines, notes } = await contracts(words, environment);

    const named = settingsIn(lines);
    expect(named.SETTLEMENT_TOKEN_ADDRESS).toBe(devUsdcAddress);
    const [, to, data] = notes.map((note) => note.trim().split(/ +/).at(-1));
    const client = createPublicClient({ transport: http(anvil.url) });
    const records = () =>
      client.readContract({
        address: named.SETTLEMENT_CONTRACT_ADDRESS as `0x${string}`,
        abi: settlementRegistryAbi,
        functionName: "hasRole",
        args: [settlerRole, named.SETTLEMENT_COLLECTOR_ADDRESS as `0x${string}`],
      });
    expect(await records()).toBe(false);
    await deployer(anvil.url, adminKey, 50).send(to as `0x${string}`, data as `0x${string}`);
    expect(await records()).toBe(true);
  });

  it("by the admin itself authorizes the collector", async () => {
    const words = ["deploy", "--admin", publicDevAccount.address, "--settler", settler];
    const { notes } = await contracts([...words, "--token", devUsdcAddress], environment);

    expect(notes).toEqual([]);
  });
});

describe("upgrade", () => {
  let old: Anvil;
  let registry: `0x${string}`;
  let settings: Record<string, string>;

  beforeAll(async () => {
    old = await startAnvil();
    const { privateKey, address: operator } = publicDevAccount;
    registry = await deployRegistryV1(old.url, privateKey, admin.address);
    await deployCollectorV1(old.url, { registry, admins: [adminKey], operator });
    settings = {
      SETTLEMENT_RPC_URL: old.url,
      SETTLEMENT_CONTRACT_ADDRESS: registry,
      SETTLEMENT_COLLECTOR_ADDRESS: collectorV1Address,
      SETTLEMENT_TOKEN_ADDRESS: devUsdcAddress,
      SETTLEMENT_SIGNER_KEY: `${privateKey},0x${"5".repeat(64)}`,
      DEPLOYER_KEY: adminKey,
    };
  });
  afterAll(() => old.stop());

  const troubles = (lines: readonly string[]) => {
    const { SETTLEMENT_PREVIOUS_COLLECTORS: previous, ...named } = settingsIn(lines);
    const config = readConfig({
      ...settings,
      ...named,
      ...(previous && { SETTLEMENT_PREVIOUS_COLLECTORS: previous }),
      DATABASE_URL: "postgres://u@127.0.0.1:1/none",
      SETTLEMENT_CHAIN_ID: "31337",
      SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
      CHECKOUT_URL: "https://pay.example.com/checkout",
      WEBHOOK_SECRETS_KEY: "5e".repeat(32),
      LOG_LEVEL: "silent",
    });
    const service = compose(config);
    return chainTroubles(service.parts).finally(service.close);
  };

  it("deploys version 2 with the current roles, and names version 1's collector as the previous one", async () => {
    const { lines, notes } = await contracts(["upgrade"], settings);

    const named = settingsIn(lines);
    expect(Object.keys(named)).toEqual([
      "SETTLEMENT_CONTRACT_ADDRESS",
      "SETTLEMENT_COLLECTOR_ADDRESS",
      "SETTLEMENT_PREVIOUS_COLLECTORS",
    ]);
    expect(named.SETTLEMENT_PREVIOUS_COLLECTORS).toBe(collectorV1Address);
    expect(notes.join("\n")).toContain(`admin    ${admin.address}, handed over after 0 h`);
    expect(await troubles(lines)).toEqual([]);
    const client = createPublicClient({ transport: http(old.url) });
    for (const at of [named.SETTLEMENT_CONTRACT_ADDRESS, named.SETTLEMENT_COLLECTOR_ADDRESS]) {
      const role = at === named.SETTLEMENT_CONTRACT_ADDRESS ? settlerRole : operatorRole;
      const second = privateKeyToAddress(`0x${"5".repeat(64)}`);
      const read = { functionName: "hasRole", args: [role, second] } as const;
      const address = at as `0x${string}`;
      const has = await client.readContract({ address, abi: settlementRegistryAbi, ...read });
      expect(has).toBe(true);
    }
  });

  it("of version 2 contracts changes nothing", async () => {
    const { lines } = await contracts(["upgrade"], settings);
    const given = { ...settings, ...settingsIn(lines) };
    const sent = () => rpc({ anvil: old }, "eth_getTransactionCount", [admin.address, "latest"]);
    const before = await sent();

    const again = await contracts(["upgrade"], given);

    expect(again).toEqual({
      code: 0,
      lines: [],
      notes: [`${given.SETTLEMENT_CONTRACT_ADDRESS} already is version 2: nothing to do.`],
    });
    expect(await sent()).toBe(before);
  });

  it("with --dry-run prints the plan and sends nothing", async () => {
    const block = () => rpc({ anvil: old }, "eth_blockNumber", []);
    const before = await block();

    const { lines, notes } = await contracts(["upgrade", "--dry-run"], settings);

    expect(lines).toEqual([]);
    expect(notes.at(-1)).toBe("Nothing was sent.");
    expect(await block()).toBe(before);
  });

  it("by another account prints the calls that the admin must send", async () => {
    const given = { ...settings, DEPLOYER_KEY: publicDevAccount.privateKey };
    const { lines, notes } = await contracts(["upgrade"], given);

    expect((await troubles(lines)).map(({ message }) => message)).toEqual([
      expect.stringContaining("lacks the settlement contract's SETTLER role."),
    ]);
    const calls = notes.filter((note) => /^ {2}(?:to|data)/.test(note));
    for (let index = 0; index < calls.length; index += 2) {
      const [to, data] = calls.slice(index, index + 2).map((call) => call.split(/ +/).at(-1));
      await deployer(old.url, adminKey, 50).send(to as `0x${string}`, data as `0x${string}`);
    }
    expect(calls).toHaveLength(6);
    expect(await troubles(lines)).toEqual([]);
  });

  it("without a collector deploys only the registry", async () => {
    const { SETTLEMENT_COLLECTOR_ADDRESS: _, ...given } = settings;
    const { lines } = await contracts(["upgrade"], given);

    expect(Object.keys(settingsIn(lines))).toEqual(["SETTLEMENT_CONTRACT_ADDRESS"]);
  });

  it("refuses incomplete or wrong settings with a message", () =>
    forRows<[string, Record<string, string>, RegExp]>(
      [
        [
          "no contract",
          { SETTLEMENT_CONTRACT_ADDRESS: "" },
          /^SETTLEMENT_CONTRACT_ADDRESS is not set/,
        ],
        [
          "another contract",
          { SETTLEMENT_CONTRACT_ADDRESS: settler },
          /^SETTLEMENT_CONTRACT_ADDRESS 0x.* is not a registry\.$/,
        ],
        [
          "another collector",
          { SETTLEMENT_COLLECTOR_ADDRESS: settler },
          /does not record in SETTLEMENT_CONTRACT/,
        ],
        ["no token", { SETTLEMENT_TOKEN_ADDRESS: "" }, /^SETTLEMENT_TOKEN_ADDRESS is not set\.$/],
        ["no settler", { SETTLEMENT_SIGNER_KEY: "" }, /^--settler is required if/],
      ],
      async (_, change, message) => {
        const { code, notes } = await contracts(["upgrade"], { ...settings, ...change });

        expect(code).toBe(1);
        expect(notes.join("\n")).toMatch(message);
      },
    ));
});

it("with --json prints the settings as one object", async () => {
  const { lines } = await contracts([...deployment, "--json"], environment);

  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    settings: {
      SETTLEMENT_CHAIN_ID: "31337",
      SETTLEMENT_CONTRACT_ADDRESS: expect.stringMatching(/^0x\w{40}$/),
    },
    notes: [],
  });
});

it("address prints the key's address", async () => {
  expect(await contracts(["address"], environment)).toEqual({
    code: 0,
    lines: [publicDevAccount.address],
    notes: [],
  });
});

it("wrong words are a usage error", () =>
  forRows(
    [
      [[], /^Usage: usance contracts/],
      [["deploy"], /^error: required option '--admin <address>' not specified/],
      [
        ["deploy", "--admin", settler],
        /^error: required option '--settler <address>' not specified/,
      ],
      [["address", "of"], /^error: too many arguments for 'address'/],
      [["upgrade", "--token", settler], /^error: unknown option '--token'/],
      [[...deployment, "--dry-run"], /^error: unknown option '--dry-run'/],
      [
        ["deploy", "--admin", "me", "--settler", settler],
        /^error: --admin me is not an address\.$/,
      ],
      [
        [...deployment, "--admin-delay-hours", "soon"],
        /It must be a whole number from 0 to 9999\./,
      ],
    ],
    async (words, message) => {
      const { code, notes } = await contracts(words, environment);

      expect(code).toBe(2);
      expect(notes.join("\n")).toMatch(message);
    },
  ));

it("refuses a token that is not a contract", async () => {
  expect(await contracts([...deployment, "--token", settler], environment)).toEqual({
    code: 1,
    lines: [],
    notes: [`There is no contract at --token ${settler}.`],
  });
});

it("reports a key that cannot pay and an unreachable chain without printing the key or the address", () =>
  forRows(
    [
      ["no key", { DEPLOYER_KEY: "" }, "DEPLOYER_KEY must be a private key."],
      ["an invalid key", { DEPLOYER_KEY: `0x${"f".repeat(64)}` }, "DEPLOYER_KEY must be a"],
      ["a key without gas", { DEPLOYER_KEY: `0x${"7".repeat(64)}` }, "insufficient funds|exceeds"],
      ["an unreachable chain", { SETTLEMENT_RPC_URL: "http://127.0.0.1:1/secret" }, "HTTP request"],
    ],
    async (_, given, message) => {
      const { code, notes } = await contracts(deployment, { ...environment, ...given });

      expect(code).toBe(1);
      expect(notes.join("\n")).toMatch(new RegExp(message));
      expect(notes.join("\n")).not.toMatch(/secret|f{64}|7{64}/);
    },
  ));
