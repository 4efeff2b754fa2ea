import { settlementRegistryAbi } from "@usance/contracts";
import { BaseError, ContractFunctionZeroDataError, keccak256, stringToBytes } from "viem";
import { gasFunds } from "./fees.ts";
import type { ChainTrouble, Operator } from "./ports/settlement-chain.ts";
import type { Registry } from "./registry.ts";
import { revertMessage } from "./reverts.ts";

export const settlerRole = keccak256(stringToBytes("SETTLER_ROLE"));

/**
 * Checks for problems that prevent settlements: whether the RPC address leads to the configured chain, whether the
 * contract exists and gives these operators the SETTLER role, and whether they can pay for gas.
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

/**
 * Returns whether an error shows that the address has no contract of the expected kind: the call reverted or returned
 * no data.
 */
export function isOtherContract(error: unknown): boolean {
  if (revertMessage(error) !== null) return true;
  const zeroData = (cause: unknown) => cause instanceof ContractFunctionZeroDataError;
  return error instanceof BaseError && error.walk(zeroData) !== null;
}
