import {
  devUsdcAbi,
  devUsdcBytecode,
  settlementCollectorBytecode,
  settlementRegistryBytecode,
} from "@usance/contracts";
import { startAnvil } from "@usance/local-stack";
import { createPublicClient, http } from "viem";
import { expect, it, onTestFinished } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { deployer } from "../../chain/deployer.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { collectorDeployer, paymentsDeployer, registryDeployer } from "./accounts.ts";
import { deployRegistry, pollMs } from "./deploy-contracts.ts";
import { ensureContracts, hasOtherContracts, isSameCode } from "./local-contracts.ts";

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

const service = useService(payments);

const codeAt = async (address: string) =>
  (await createPublicClient({ transport: http(service().anvil.url) }).getCode({
    address: address as Hex,
  })) ?? "0x";

it("recognizes a deployed contract by its creation code, and by no other", () =>
  forRows(
    [
      ["registry", () => service().contract, settlementRegistryBytecode],
      [
        "collector, with its immutables",
        () => payments.SETTLEMENT_COLLECTOR_ADDRESS,
        settlementCollectorBytecode,
      ],
      ["token", () => payments.SETTLEMENT_TOKEN_ADDRESS, devUsdcBytecode],
    ],
    async (_, address, creation) => {
      const all = [settlementRegistryBytecode, settlementCollectorBytecode, devUsdcBytecode];
      const deployed = await codeAt(address());

      expect(all.filter((one) => isSameCode(deployed, one))).toEqual([creation]);
    },
  ));

it("tells a contract from one that differs in any byte", async () => {
  const deployed = await codeAt(service().contract);

  for (let at = 2; at < deployed.length; at += 74) {
    const flipped = Number.parseInt(deployed.slice(at, at + 2), 16) ^ 0xff;
    const byte = flipped.toString(16).padStart(2, "0");
    const other: Hex = `0x${deployed.slice(2, at)}${byte}${deployed.slice(at + 2)}`;
    expect(isSameCode(other, settlementRegistryBytecode), `byte ${at / 2}`).toBe(false);
  }
});
