import { chainTroubles } from "../billing/settlements/settlement-troubles.ts";
import type { Parts } from "../ports/parts.ts";
import { ChainUnavailable } from "../ports/settlement-chain.ts";

/** The variables of the chain do not fit together; the message names them, one problem a line. */
export class WrongChain extends Error {
  override readonly name = "WrongChain";
}

/**
 * Asks the chain whether it is the one meant, whether the contract is there, and whether it lets our
 * key settle. A chain that cannot be asked is logged, and settlements will wait for it: all that
 * needs no chain is to work meanwhile.
 *
 * @throws WrongChain when the chain answers, and otherwise than configured
 */
export async function assertChain(parts: Parts): Promise<void> {
  try {
    const troubles = await chainTroubles(parts);
    const wrong = troubles.filter(({ kind }) => kind === "setup");
    if (wrong.length > 0) throw new WrongChain(wrong.map(({ message }) => message).join("\n"));
    for (const { message } of troubles)
      parts.log.warn({ reason: message }, "settlements will wait");
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    const reason = error.message;
    parts.log.warn({ reason }, "settlement chain cannot be reached; settlements will wait for it");
  }
}
