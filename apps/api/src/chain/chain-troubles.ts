import { settlementRegistryAbi } from "@usance/contracts";
import { BaseError, ContractFunctionZeroDataError, keccak256, stringToBytes } from "viem";
import type { ChainTrouble, Operator } from "../ports/settlement-chain.ts";
import { gasFunds } from "./gas-funds.ts";
import type { Registry } from "./registry.ts";
import { revertMessage } from "./reverts.ts";

export const settlerRole = keccak256(stringToBytes("SETTLER_ROLE"));

/**
 * What keeps settlements from being sent, by the chain's own word: whether it is the one meant,
 * whether the contract is there and lets these operators settle, and whether they can pay for it.
 */
export async function chainTroubles(
  registry: Registry,
  operators: readonly Operator[],
): Promise<ChainTrouble[]> {
  const wrong = await setupTrouble(registry);
  if (wrong !== null) return [{ kind: "setup", message: wrong }];
  const troubles = await Promise.all(operators.map((one) => operatorTrouble(registry, one)));
  return troubles.filter((trouble) => trouble !== null);
}

async function setupTrouble({ client, chainId, contract }: Registry): Promise<string | null> {
  const actual = await client.getChainId();
  if (actual !== chainId) {
    return `SETTLEMENT_CHAIN_ID is ${chainId}, but the chain at SETTLEMENT_RPC_URL is ${actual}.`;
  }
  if ((await client.getCode({ address: contract })) === undefined) {
    return `SETTLEMENT_CONTRACT_ADDRESS ${contract} has no contract on the chain at SETTLEMENT_RPC_URL.`;
  }
  return null;
}

async function operatorTrouble(
  { client, contract }: Registry,
  { address, knownAs, paysGas }: Operator,
): Promise<ChainTrouble | null> {
  const maySettle = await client
    .readContract({
      address: contract,
      abi: settlementRegistryAbi,
      functionName: "hasRole",
      args: [settlerRole, address],
    })
    .catch((error: unknown) => {
      if (isOtherContract(error)) return null;
      throw error;
    });
  if (maySettle === null) {
    const message = `SETTLEMENT_CONTRACT_ADDRESS ${contract} is another contract than SettlementRegistry.`;
    return { kind: "setup", message };
  }
  if (!maySettle) {
    const message = `${knownAs} ${address}, which lacks the contract's SETTLER role.`;
    return { kind: "setup", message };
  }
  if (!paysGas) return null;
  const { balance, settlements } = await gasFunds(client, address);
  if (settlements !== 0n) return null;
  const message = `The settlement signer ${address} cannot pay for gas: it has ${balance} of the chain's currency.`;
  return { kind: "gas", message };
}

/** Whether the contract itself has answered, and not as a SettlementRegistry does. */
export function isOtherContract(error: unknown): boolean {
  if (revertMessage(error) !== null) return true;
  const zeroData = (cause: unknown) => cause instanceof ContractFunctionZeroDataError;
  return error instanceof BaseError && error.walk(zeroData) !== null;
}
