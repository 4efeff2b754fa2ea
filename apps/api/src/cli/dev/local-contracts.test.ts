import { devUsdcAbi, devUsdcBytecode } from "@usance/contracts";
import { startAnvil } from "@usance/local-stack";
import { expect, it, onTestFinished } from "vitest";
import { deployer } from "../../chain/deployer.ts";
import { collectorDeployer, paymentsDeployer, registryDeployer } from "./accounts.ts";
import { deployRegistry, pollMs } from "./deploy-contracts.ts";
import { ensureContracts, hasOtherContracts } from "./local-contracts.ts";

const aChain = async () => {
  const anvil = await startAnvil();
  onTestFinished(anvil.stop);
  return anvil;
};

it("takes an empty chain, and one on which it has deployed the contracts", async () => {
  const { url } = await aChain();

  expect(await hasOtherContracts(url)).toBe(false);
  await ensureContracts(url);
  await ensureContracts(url);
  expect(await hasOtherContracts(url)).toBe(false);
});

it.each([
  ["registry", registryDeployer],
  ["collector", collectorDeployer],
])("sees another contract at the address of the %s", async (_, { privateKey }) => {
  const { url } = await aChain();
  const contract = { abi: devUsdcAbi, bytecode: devUsdcBytecode, args: [] };

  await deployer(url, privateKey, pollMs).deploy(contract);

  expect(await hasOtherContracts(url)).toBe(true);
});

it("sees another contract at the address of the token", async () => {
  const { url } = await aChain();

  await deployRegistry(url, paymentsDeployer.privateKey);

  expect(await hasOtherContracts(url)).toBe(true);
});
