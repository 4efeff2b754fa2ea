import { type ChainTrouble, ChainUnavailable } from "../chain/settlement-chain.ts";
import type { Parts } from "../parts.ts";
import { within } from "../shared/time-limit.ts";

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
