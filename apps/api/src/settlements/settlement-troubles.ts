import { type ChainTrouble, ChainUnavailable } from "../chain/settlement-chain.ts";
import type { Parts } from "../parts.ts";
import { within } from "../shared/time-limit.ts";
import { findSigners } from "./store.ts";

/** How long the chain and the provider may take to be looked at, in milliseconds. */
const patienceMs = 5_000;

type Asked = Pick<Parts, "chain" | "sender">;

/**
 * What the chain and the provider say against settling.
 * @throws ChainUnavailable when they do not answer in time
 */
export async function chainTroubles({ chain, sender }: Asked): Promise<readonly ChainTrouble[]> {
  const troubles = await within(patienceMs, troublesOf(chain, sender));
  if (troubles === "late") {
    throw new ChainUnavailable("The settlement chain did not answer in time.");
  }
  return troubles;
}

async function troublesOf(
  chain: Parts["chain"],
  sender: Parts["sender"],
): Promise<readonly ChainTrouble[]> {
  if (sender.kind === "direct") {
    const knownAs = "SETTLEMENT_SIGNER_KEY is the key of";
    const operators = sender.signers.map((address) => ({ address, knownAs, paysGas: true }));
    return chain.troubles(operators);
  }
  const { address, trouble } = await sender.wallet();
  if (trouble !== null) return [{ kind: "setup", message: trouble }];
  const knownAs = "SETTLEMENT_PROVIDER_WALLET_ID is the wallet";
  return chain.troubles([{ address, knownAs, paysGas: false }]); // the provider may pay for it
}

/** Signers of ours that have halted, or are about to: the chain has more transactions of them than we. */
export async function signerTroubles({ db, chain, sender }: Parts): Promise<string[]> {
  if (sender.kind === "provider") return [];
  const ledger = await findSigners(db, chain.chainId, sender.signers);
  const troubles = await Promise.all(
    ledger.map(async ({ address, nextNonce, haltedAt }) => {
      const { transactionCount } = await sender.quote(address as `0x${string}`);
      const isOurs = haltedAt === null && transactionCount <= nextNonce;
      return isOurs
        ? []
        : [`The settlement signer ${address} has halted: its key was used by somebody else.`];
    }),
  );
  return troubles.flat();
}
