import { settlementRegistryAbi } from "@usance/contracts";
import { type Anvil, publicDevAccount, startAnvil } from "@usance/local-stack";
import { createPublicClient, getAddress, http } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admin, adminKey } from "../../../test/harness/chain.ts";
import { settingsIn } from "../../../test/harness/contracts.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { usance } from "../../../test/harness/usance.ts";
import { settlerRole } from "../../chain/chain-troubles.ts";
import { deployer } from "../../chain/deployer.ts";
import { deployCollector, deployRegistry, devUsdcAddress } from "../dev/deploy-contracts.ts";

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
      [["deploy"], /^error: required option '--admin <address>' not specified/],
      [
        ["deploy", "--admin", settler],
        /^error: required option '--settler <address>' not specified/,
      ],
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
