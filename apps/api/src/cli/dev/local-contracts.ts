import {
  devUsdcBytecode,
  settlementCollectorBytecode,
  settlementRegistryBytecode,
} from "@usance/contracts";
import { localChainId, publicDevAccount } from "@usance/local-stack";
import { createPublicClient, http } from "viem";
import type { Queryable } from "../../db/client.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { transition } from "../../kit/state-table.ts";
import { settlementStates } from "../../schemas/settlement-states.ts";
import { paymentsDeployer, registryDeployer } from "./accounts.ts";
import {
  collectorAddress,
  deployCollector,
  deployRegistry,
  devUsdcAddress,
} from "./deploy-contracts.ts";
import { registryAddress } from "./dev-config.ts";

/** The contracts of a local chain, each with its creation code. */
const contracts = [
  [registryAddress, settlementRegistryBytecode],
  [collectorAddress, settlementCollectorBytecode],
  [devUsdcAddress, devUsdcBytecode],
] as const;

/** Whether a local chain has other code at the address of one of the contracts: nothing can be deployed there then. */
export async function hasOtherContracts(rpcUrl: string): Promise<boolean> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const areOther = await Promise.all(
    contracts.map(async ([address, creation]) => {
      const code = await client.getCode({ address });
      return code !== undefined && !isSameCode(code, creation);
    }),
  );
  return areOther.includes(true);
}

/** Deploys the contracts on a local chain, unless it has them. */
export async function ensureContracts(rpcUrl: string): Promise<void> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const { address: operator } = publicDevAccount;
  const { address: admin, privateKey: adminKey } = paymentsDeployer;
  if ((await client.getCode({ address: registryAddress })) === undefined) {
    await deployRegistry(rpcUrl, registryDeployer.privateKey, admin, operator);
  }
  await deployCollector(rpcUrl, { registry: registryAddress, admins: [adminKey], operator });
}

const { address } = publicDevAccount;
const ours = { chainId: localChainId, signerAddress: address };

/**
 * Makes the local chain and the nonces in the database agree again. The newest settlements may be missing on the
 * chain: they were signed but not sent before everything was killed, the chain lost its last seconds, or its folder
 * was removed. Their signed bytes are in the database and are sent again. At the first one that the chain refuses, it
 * and all later ones are given up, so that their nonces are free.
 */
export async function restoreChain(db: Queryable, rpcUrl: string): Promise<void> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const count = () => client.getTransactionCount({ address, blockTag: "pending" });
  const lost = await db.settlementTransaction.findMany({
    where: { settlement: { ...ours, nonce: { gte: await count() } } },
    orderBy: [{ settlement: { nonce: "asc" } }, { signedAt: "desc" }],
    distinct: ["settlementId"],
    select: { raw: true },
  });
  for (const { raw } of lost) {
    const serializedTransaction = raw as Hex;
    const taken = await client.sendRawTransaction({ serializedTransaction }).then(
      () => true,
      () => false,
    );
    if (!taken) break;
  }
  const nextNonce = await count();
  const givenUp = { ...ours, nonce: { gte: nextNonce } };
  const { from, to } = transition(settlementStates, "fail");
  await db.settlement.updateMany({
    where: { ...givenUp, status: { in: from } },
    data: { status: to, failure: "The local chain has lost it." },
  });
  await db.settlement.updateMany({ where: givenUp, data: { nonce: null, nextCheckAt: null } });
  const idle = { waitingNonce: null, waitingBlock: null, waitingSince: null, haltedAt: null };
  await db.signer.updateMany({
    where: { chainId: localChainId, address },
    data: { nextNonce, ...idle },
  });
}

/** The instruction that pushes an immutable, whose 32 bytes are zeros until the contract is deployed. */
const push32 = 0x7f;
const wordLength = 32;

/** Whether a contract has the code that this creation code deploys. @param deployed what the chain has at its address */
export function isSameCode(deployed: Hex, creation: Hex): boolean {
  const code = Buffer.from(deployed.slice(2), "hex");
  const from = Buffer.from(creation.slice(2), "hex");
  const beginning = code.subarray(0, 16); // immutables come later
  for (let at = from.indexOf(beginning); at >= 0; at = from.indexOf(beginning, at + 1)) {
    if (isDeployedFrom(code, from.subarray(at, at + code.length))) return true;
  }
  return false;
}

function isDeployedFrom(code: Buffer, template: Buffer): boolean {
  if (template.length !== code.length) return false;
  for (let index = 0; index < code.length; index += 1) {
    if (template[index] !== code[index]) return false;
    const word = template.subarray(index + 1, index + 1 + wordLength);
    const isImmutable = template[index] === push32 && word.every((byte) => byte === 0);
    if (isImmutable) index += wordLength;
  }
  return true;
}
