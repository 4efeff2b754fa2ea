import { devUsdcAbi, settlementCollectorAbi } from "@usance/contracts";
import {
  decodeFunctionData,
  getAbiItem,
  isAddressEqual,
  type Log,
  type PublicClient,
  parseEventLogs,
} from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { ChainUnavailable } from "./chain-errors.ts";
import { type EventSearch, findAppearance, searchNewestFirst } from "./read-events.ts";
import { newestBlock } from "./rpc-client.ts";
import type { Search, SettlementTerms } from "./settlement-terms.ts";

/* Transfers that a payer signed for a merchant. Anyone who sees the signature can send it to the token, which then moves the money. */

const moved = [getAbiItem({ abi: devUsdcAbi, name: "Transfer" })] as const;

interface Transfer {
  readonly token: Hex;
  readonly payer: Hex;
  readonly merchant: Hex;
  /** In token units. */
  readonly amount: bigint;
  readonly nonce: Hex;
}

/** A transfer that somebody else has carried out, or is about to. */
export interface CarriedOut {
  /** Whether its block is so deep that reorganizations are no longer expected. Before that, it may be another one. */
  readonly final: boolean;
}

/** Returns the transfer that a settlement carries out; null for settlements that take their payment in another way. */
export function transferOf({ collection }: SettlementTerms): Transfer | null {
  if (collection === null) return null;
  const { functionName, args } = decodeFunctionData({
    abi: settlementCollectorAbi,
    data: collection.callData,
  });
  if (functionName !== "settleTransfer") return null;
  const [{ token, payer, merchant, amount }, , , nonce] = args;
  return { token, payer, merchant, amount, nonce };
}

/**
 * Finds a transfer that somebody else has carried out: the token has used its authorization, and has then moved exactly this
 * amount from the payer to the merchant. An authorization is used once, and each use moves money once.
 *
 * @param of.firstBlock finds the first block that can contain it
 * @returns null also when it was cancelled, or used for another transfer
 */
export async function findTransfer(
  client: PublicClient,
  { token: address, payer, merchant, amount, nonce }: Transfer,
  {
    finality,
    firstBlock,
  }: Pick<EventSearch, "finality"> & { readonly firstBlock: () => Promise<bigint> },
): Promise<CarriedOut | null> {
  const latest = await newestBlock(client);
  const state = {
    address,
    abi: devUsdcAbi,
    functionName: "authorizationState",
    args: [payer, nonce],
  } as const;
  const isUsed = (blockNumber: bigint) => client.readContract({ ...state, blockNumber });
  if (!(await isUsed(latest))) {
    // A transaction that waits for its block may use it, for whatever transfer.
    const isAboutToBe = await client.readContract({ ...state, blockTag: "pending" });
    return isAboutToBe ? { final: false } : null;
  }
  const fromBlock = await firstBlock();
  const blocks = await findAppearance({ fromBlock, toBlock: latest }, isUsed);
  const find = (eventName: "AuthorizationUsed" | "AuthorizationCanceled") =>
    searchNewestFirst<Log<bigint, number, false>>(
      client,
      blocks,
      { latest, finality, search: atOnce },
      (range) =>
        client.getContractEvents({
          address,
          abi: devUsdcAbi,
          eventName,
          args: { authorizer: payer, nonce },
          ...range,
        }),
    );
  const event = await find("AuthorizationUsed");
  if (event === null) {
    const isOld = fromBlock > 0n && (await isUsed(fromBlock - 1n).catch(() => true));
    if (isOld || (await find("AuthorizationCanceled")) !== null) return null;
    // The node contradicts itself, as it may while the chain reorganizes.
    throw new ChainUnavailable("The settlement chain does not say how the authorization was used.");
  }
  const { logs } = await client.getTransactionReceipt({ hash: event.transactionHash });
  // The token reports the use, and at once the transfer: one transaction can carry out several.
  const [transfer] = parseEventLogs({
    abi: moved,
    logs: logs.filter(
      (log) => log.logIndex === event.logIndex + 1 && isAddressEqual(log.address, address),
    ),
  });
  if (transfer === undefined) return null;
  const { from, to, value } = transfer.args;
  const isIt = isAddressEqual(from, payer) && isAddressEqual(to, merchant) && value === amount;
  return isIt ? { final: latest - event.blockNumber + 1n >= BigInt(finality) } : null;
}

/** The blocks are few: those since the payment was made. */
const atOnce: Search = {
  searchedFrom: async () => null,
  keep: async () => {},
  maxMs: Number.POSITIVE_INFINITY,
};
