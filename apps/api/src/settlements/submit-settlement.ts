import { CallReverted } from "../chain/settlement-chain.ts";
import type { Parts } from "../parts.ts";
import { AlreadySubmitted, commitSubmissions, type Prepared } from "./commit-submissions.ts";
import { prepareDirect } from "./direct-execution.ts";
import { refuseSettlement } from "./fail-settlement.ts";
import { prepareProvider } from "./provider-execution.ts";
import type { TrackedSettlement } from "./store.ts";
import { termsOf } from "./terms.ts";

/**
 * Takes a `PENDING` settlement to the chain's door. The call is simulated and priced outside any
 * transaction; then one commit, shared with others who come at the same time, stores all that is
 * needed to send it. Many may try at once: the compare-and-set lets one through, and the nonce of the
 * others is never taken.
 *
 * @returns the settlement as it is to be sent; null when it is not, or when somebody else does
 * @throws ChainUnavailable when the chain could not be asked; the settlement is still `PENDING`
 */
export async function submit(
  parts: Parts,
  settlement: TrackedSettlement,
): Promise<TrackedSettlement | null> {
  try {
    const prepared = await prepare(parts, settlement);
    return await parts.together.commit(commitSubmissions, {
      settlement,
      prepared,
      chain: parts.chain,
    });
  } catch (error) {
    if (error instanceof CallReverted) await refuseSettlement(parts, settlement.id, error.message);
    else if (!(error instanceof AlreadySubmitted)) throw error;
    return null;
  }
}

const prepare = (parts: Parts, settlement: TrackedSettlement): Promise<Prepared> =>
  parts.sender.kind === "direct"
    ? prepareDirect(parts, parts.sender, termsOf(settlement))
    : prepareProvider(parts, parts.sender, termsOf(settlement));
