import type { PreparedCall, TrackedSettlement } from "../../../ports/executor.ts";
import type { Parts } from "../../../ports/parts.ts";
import { AlreadySettled, CallReverted } from "../../../ports/settlement-chain.ts";
import { failSettlement } from "./commit-outcomes.ts";
import {
  AlreadySubmitted,
  commitSubmissions,
  InvoiceClosed,
  type PendingSubmission,
} from "./commit-submissions.ts";
import { findRivalTransactions } from "./store.ts";
import { termsOf } from "./terms.ts";

type SubmitParts = Pick<
  Parts,
  "db" | "batch" | "chain" | "executor" | "times" | "log" | "tally" | "checkoutUrl" | "emails"
>;

/**
 * Submits a `PENDING` settlement. Its call is simulated and priced outside any transaction. Then one commit, batched
 * with concurrent submissions, stores everything needed to send it. Concurrent calls are safe: the compare-and-set lets
 * one through, and the others take no nonce.
 *
 * @returns the settlement as it is to be sent; null when it failed, or when another process has submitted it
 * @throws ChainUnavailable when the chain did not answer; the settlement is still `PENDING`
 */
export async function submit(
  parts: SubmitParts,
  settlement: TrackedSettlement,
): Promise<TrackedSettlement | null> {
  try {
    const { contract, prepared } = await prepare(parts, settlement);
    const { chainId, token } = parts.chain;
    const target = { chainId, contract, token };
    const { times } = parts;
    return await parts.batch.commit(commitSubmissions, { settlement, prepared, target, times });
  } catch (error) {
    if (error instanceof AlreadySubmitted) return null;
    if (!(error instanceof CallReverted || error instanceof InvoiceClosed)) throw error;
    await failSettlement(parts, settlement.id, { trigger: "refuse", failure: error.message });
    return null;
  }
}

interface Prepared {
  readonly prepared: PreparedCall;
  /** The registry that records it. */
  readonly contract: PendingSubmission["target"]["contract"];
}

/** @throws CallReverted when the chain would refuse it; AlreadySettled when the chain has a conflicting record */
async function prepare(parts: SubmitParts, settlement: TrackedSettlement): Promise<Prepared> {
  const terms = termsOf(settlement);
  try {
    const [contract, prepared] = await Promise.all([
      parts.chain.contractOf(terms),
      parts.executor.prepare(terms),
    ]);
    return { contract, prepared };
  } catch (error) {
    const found = error instanceof AlreadySettled ? await findRecord(parts, settlement) : null;
    if (found === null) throw error;
    return found;
  }
}

/**
 * Finds the settlement's own record on the chain when the database does not know of it, for example after a restore
 * from a backup. Such a settlement is confirmed like one that was sent.
 */
async function findRecord(
  { chain, db }: Pick<Parts, "chain" | "db">,
  settlement: TrackedSettlement,
): Promise<Prepared | null> {
  const found = await chain.findRecord(termsOf(settlement));
  if (found === null) return null;
  if ((await findRivalTransactions(db, settlement)).includes(found.transactionHash)) return null;
  const prepared: PreparedCall = {
    executor: "direct", // it is unknown to any provider
    signerAddress: found.operator,
    validUntil: settlement.validUntil ?? (await chain.deadline()),
    submittedBlock: found.blockNumber - 1n, // a transaction lands in a later block than this one
    recordedBy: found.transactionHash,
    providerKey: null,
    signing: null,
  };
  return { contract: found.contract, prepared };
}
