import type { Hex } from "../../lib/evm-fields.ts";
import type { Parts } from "../../ports/parts.ts";
import { AlreadySettled, CallReverted } from "../../ports/settlement-chain.ts";
import { findRivalTransactions } from "./attempts.ts";
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
    const { contract, ...prepared } = await prepare(parts, settlement);
    const { chainId, token } = parts.chain;
    return await parts.batch.commit(commitSubmissions, {
      settlement,
      prepared,
      chain: { chainId, contract, token },
    });
  } catch (error) {
    if (error instanceof CallReverted) await refuseSettlement(parts, settlement.id, error.message);
    else if (!(error instanceof AlreadySubmitted)) throw error;
    return null;
  }
}

/** With the registry that records it. */
type PreparedFor = Prepared & { readonly contract: Hex };

/** @throws CallReverted when the chain would refuse it; AlreadySettled when it has another's record */
async function prepare(parts: Parts, settlement: TrackedSettlement): Promise<PreparedFor> {
  const { chain, sender } = parts;
  const terms = termsOf(settlement);
  try {
    const [contract, prepared] = await Promise.all([
      chain.contractOf(terms),
      sender.kind === "direct"
        ? prepareDirect(parts, sender, terms)
        : prepareProvider(parts, sender, terms),
    ]);
    return { ...prepared, contract };
  } catch (error) {
    const found = error instanceof AlreadySettled ? await findRecord(parts, settlement) : null;
    if (found === null) throw error;
    return found;
  }
}

/**
 * The settlement's own record, which the chain has though this database does not know of a transaction: it
 * may have been restored to an earlier time. What was recorded is confirmed like what was sent.
 */
async function findRecord(
  { chain, db }: Parts,
  settlement: TrackedSettlement,
): Promise<PreparedFor | null> {
  const found = await chain.findRecord(termsOf(settlement));
  if (found === null) return null;
  if ((await findRivalTransactions(db, settlement)).includes(found.transactionHash)) return null;
  return {
    contract: found.contract,
    executor: "direct",
    signerAddress: found.operator,
    validUntil: settlement.validUntil ?? (await chain.deadline()),
    submittedBlock: found.blockNumber - 1n,
    recordedBy: found.transactionHash,
    providerKey: null,
    signing: null,
  };
}
