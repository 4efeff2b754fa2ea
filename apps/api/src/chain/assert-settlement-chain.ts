import { settlementRegistryAbi } from "@usance/contracts";
import {
  BaseError,
  ContractFunctionZeroDataError,
  createPublicClient,
  http,
  keccak256,
  stringToBytes,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../shared/evm-fields.ts";
import { revertMessage } from "./registry.ts";

/** The variables of the chain do not fit together; the message is one line that names them. */
export class WrongChain extends Error {
  override readonly name = "WrongChain";
}

const settlerRole = keccak256(stringToBytes("SETTLER_ROLE"));
/** One RPC request's time limit at the start, in milliseconds. */
const patienceMs = 5_000;

/**
 * Asks the chain whether it is the one meant, whether the contract is there, and whether it lets
 * our key settle. A chain that cannot be asked is logged, and settlements will wait for it: all
 * that needs no chain is to work meanwhile.
 *
 * @throws WrongChain when the chain answers, and otherwise than configured
 */
export async function assertSettlementChain(
  options: {
    readonly rpcUrl: string;
    readonly chainId: number;
    readonly contract: Hex;
    readonly signerKey: Hex;
  },
  log: { warn(what: object, message: string): void },
): Promise<void> {
  const { chainId, contract } = options;
  const signer = privateKeyToAccount(options.signerKey).address;
  const client = createPublicClient({
    transport: http(options.rpcUrl, { timeout: patienceMs, retryCount: 0 }),
  });
  try {
    const actual = await client.getChainId();
    if (actual !== chainId) {
      throw new WrongChain(
        `SETTLEMENT_CHAIN_ID is ${chainId}, but the chain at SETTLEMENT_RPC_URL is ${actual}.`,
      );
    }
    if ((await client.getCode({ address: contract })) === undefined) {
      throw new WrongChain(
        `SETTLEMENT_CONTRACT_ADDRESS ${contract} has no contract on the chain at SETTLEMENT_RPC_URL.`,
      );
    }
    const maySettle = await client
      .readContract({
        address: contract,
        abi: settlementRegistryAbi,
        functionName: "hasRole",
        args: [settlerRole, signer],
      })
      .catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        throw new WrongChain(
          `SETTLEMENT_CONTRACT_ADDRESS ${contract} is another contract than SettlementRegistry.`,
        );
      });
    if (!maySettle) {
      throw new WrongChain(
        `SETTLEMENT_SIGNER_KEY is the key of ${signer}, which lacks the contract's SETTLER role.`,
      );
    }
  } catch (error) {
    if (error instanceof WrongChain) throw error;
    // viem's long messages hold the RPC address, and so perhaps a secret.
    const reason = error instanceof BaseError ? error.shortMessage : "It answered without sense.";
    log.warn({ reason }, "settlement chain cannot be reached; settlements will wait for it");
  }
}

/** Whether the contract itself has answered, and not as a SettlementRegistry does. */
function isRefusal(error: unknown): boolean {
  if (revertMessage(error) !== null) return true;
  const zeroData = (cause: unknown) => cause instanceof ContractFunctionZeroDataError;
  return error instanceof BaseError && error.walk(zeroData) !== null;
}
