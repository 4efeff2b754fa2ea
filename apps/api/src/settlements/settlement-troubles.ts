import { type ChainTrouble, ChainUnavailable, type Operator } from "../chain/settlement-chain.ts";
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
  const asked = operatorsOf(sender).then((operators) => chain.troubles(operators));
  const troubles = await within(patienceMs, asked);
  if (troubles === "late") {
    throw new ChainUnavailable("The settlement chain did not answer in time.");
  }
  return troubles;
}

async function operatorsOf(sender: Parts["sender"]): Promise<Operator[]> {
  if (sender.kind === "provider") {
    const address = await sender.address();
    return [{ address, saidBy: "SETTLEMENT_PROVIDER_WALLET_ID", paysGas: false }];
  }
  return sender.signers.map((address) => ({
    address,
    saidBy: "SETTLEMENT_SIGNER_KEY",
    paysGas: true,
  }));
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
