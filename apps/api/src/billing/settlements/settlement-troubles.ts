import { within } from "../../lib/time-limit.ts";
import type { Parts } from "../../ports/parts.ts";
import {
  type ChainTrouble,
  ChainUnavailable,
  type Operator,
} from "../../ports/settlement-chain.ts";

/** How long the chain and the provider may take to be looked at, in milliseconds. */
const patienceMs = 5_000;

type Asked = Pick<Parts, "chain" | "collector" | "previousCollectors" | "sender">;

/**
 * What the chain and the provider say against settling.
 * @throws ChainUnavailable when they do not answer in time
 */
export async function chainTroubles(parts: Asked): Promise<readonly ChainTrouble[]> {
  const troubles = await within(patienceMs, troublesOf(parts));
  if (troubles === "late") {
    throw new ChainUnavailable("The settlement chain did not answer in time.");
  }
  return troubles;
}

async function troublesOf({
  chain,
  collector,
  previousCollectors,
  sender,
}: Asked): Promise<readonly ChainTrouble[]> {
  const { operators, trouble } = await operatorsOf(sender);
  if (trouble !== null) return [{ kind: "setup", message: trouble }];
  const troubles = await chain.troubles(operators);
  // What is wrong with the chain or the registry would show at the collectors as something else.
  if (troubles.some(({ kind }) => kind === "setup")) return troubles;
  const collectors = [...(collector === null ? [] : [collector]), ...previousCollectors];
  const theirs = await Promise.all(collectors.map((one) => one.troubles(operators)));
  return [...troubles, ...theirs.flat()];
}

async function operatorsOf(
  sender: Parts["sender"],
): Promise<{ operators: readonly Operator[]; trouble: string | null }> {
  if (sender.kind === "direct") {
    const knownAs = "SETTLEMENT_SIGNER_KEY is the key of";
    const operators = sender.signers.map((address) => ({ address, knownAs, paysGas: true }));
    return { operators, trouble: null };
  }
  const { address, trouble } = await sender.wallet();
  const knownAs = "SETTLEMENT_PROVIDER_WALLET_ID is the wallet";
  return { operators: [{ address, knownAs, paysGas: false }], trouble }; // the provider may pay for it
}
