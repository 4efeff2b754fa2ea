import { settlementRegistryAbi } from "@usance/contracts";
import { type Anvil, publicDevAccount, startAnvil } from "@usance/local-stack";
import { createPublicClient, getAddress, http } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admin, adminKey } from "../../test/harness/chain.ts";
import { settlerRole } from "../chain/chain-troubles.ts";
import { deployer } from "../chain/deployer.ts";
import { deployCollector, devUsdcAddress } from "../dev/deploy-collector.ts";
import { deployRegistry } from "../dev/deploy-registry.ts";
import { contractsCommand } from "./contracts-command.ts";

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
  it("puts the registry on the chain, with the roles that are asked for", async () => {
    const { lines, notes } = await contractsCommand(deployment, environment);

    const { SETTLEMENT_CONTRACT_ADDRESS: address, ...others } = variablesIn(lines);
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

  it("with a token, puts the collector beside it, which the admin has yet to let record", async () => {
    const words = [...deployment, "--token", devUsdcAddress, "--admin-delay-hours", "0"];
    const { lines, notes } = await contractsCommand(words, environment);

    const named = variablesIn(lines);
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

  it("by the admin itself lets the collector record", async () => {
    const words = ["deploy", "--admin", publicDevAccount.address, "--settler", settler];
    const { notes } = await contractsCommand([...words, "--token", devUsdcAddress], environment);

    expect(notes).toEqual([]);
  });
});

it("address says whose the key is", async () => {
  expect(await contractsCommand(["address"], environment)).toEqual({
    lines: [publicDevAccount.address],
    notes: [],
  });
});

it.each([
  [[], /^Usage:/],
  [["deploy"], /^Usage:/],
  [["deploy", "--admin", settler], /^Usage:/],
  [["address", "of", "whom"], /^Usage:/],
  [[...deployment, "--colour", "red"], /^Unknown option '--colour'[\s\S]*Usage:/],
  [["deploy", "--admin", "me", "--settler", settler], /^--admin me is no address\.$/],
  [[...deployment, "--token", settler], /^There is no contract at --token 0x5e5E/],
  [[...deployment, "--admin-delay-hours", "soon"], /^--admin-delay-hours must be a whole number/],
])("%j is refused in words", async (words, message) => {
  await expect(contractsCommand(words, environment)).rejects.toThrow(message);
});

it.each([
  ["no key", { DEPLOYER_KEY: "" }, "DEPLOYER_KEY must be a private key."],
  ["a key that is none", { DEPLOYER_KEY: `0x${"f".repeat(64)}` }, "DEPLOYER_KEY must be a"],
  ["a key without gas", { DEPLOYER_KEY: `0x${"7".repeat(64)}` }, "insufficient funds|exceeds"],
  ["a chain that is away", { SETTLEMENT_RPC_URL: "http://127.0.0.1:1/secret" }, "HTTP request"],
])("with %s it says so, and repeats neither key nor address", async (_, given, message) => {
  const attempt = contractsCommand(deployment, { ...environment, ...given });

  const said = await attempt.then(String, (error: Error) => error.message);
  expect(said).toMatch(new RegExp(message));
  expect(said).not.toMatch(/secret|f{64}|7{64}/);
});

const variablesIn = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => line.split("=")));
