import { ChainUnavailable } from "../../chain/chain-errors.ts";
import type { Log } from "../../kit/log.ts";
import { type ChainAccess, chainTroubles } from "../../settlements/settlement-figures.ts";

/** The chain does not match the configuration. The message has one line for each problem, which names the variables. */
export class WrongChain extends Error {
  override readonly name = "WrongChain";
}

/**
 * Checks the chain's id, that the contract exists, and that it accepts our key as a settler. If the chain cannot be
 * reached, a warning is logged and settlements wait for it; everything that does not need the chain works meanwhile.
 *
 * @throws WrongChain when the chain answers and does not match the configuration
 */
export async function assertChain({
  log,
  ...access
}: ChainAccess & { readonly log: Log }): Promise<void> {
  try {
    const troubles = await chainTroubles(access);
    const wrong = troubles.filter(({ kind }) => kind === "setup");
    if (wrong.length > 0) throw new WrongChain(wrong.map(({ message }) => message).join("\n"));
    for (const { message } of troubles) log.warn({ reason: message }, "settlements will wait");
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    const { reason } = error;
    log.warn({ reason }, "settlement chain cannot be reached; settlements will wait for it");
  }
}
