import { findStartOfClock } from "../../catalog/test-clocks/store.ts";
import type { PreparedCall, TrackedSettlement } from "../../chain/ports/executor.ts";
import {
  AlreadySettled,
  CallReverted,
  ChainUnavailable,
} from "../../chain/ports/settlement-chain.ts";
import { getInvoiceRecord } from "../../invoices/invoice-records.ts";
import { everyone } from "../../kit/tenant.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { searchOf } from "../chain-checks.ts";
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
  | "db"
  | "batch"
  | "chain"
  | "executor"
  | "times"
  | "log"
  | "tally"
  | "paymentRefunds"
  | "checkoutUrl"
  | "emails"
  | "settlementTimeoutMs"
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
    await failSettlement(parts, settlement, { trigger: "refuse", failure: error.message });
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
 * from a backup. Such a settlement is confirmed like one that was sent. While the node does not find the record's event,
 * it is treated as sent as well, so that the reconciler continues the search.
 */
async function findRecord(
  parts: Pick<Parts, "chain" | "db" | "executor" | "log" | "settlementTimeoutMs">,
  settlement: TrackedSettlement,
): Promise<Prepared | null> {
  const { chain, db, executor, log, settlementTimeoutMs } = parts;
  const terms = termsOf(settlement);
  const fromBlock = await chain.firstBlockSince(await earliestOf(parts, settlement));
  const found = await chain
    .findRecord(terms, { fromBlock, search: searchOf(parts, settlement, settlementTimeoutMs / 3) })
    .catch((error: unknown) => {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn({ settlementId: settlement.id, reason: error.reason }, "record not found yet");
      return "later" as const;
    });
  if (found === null) return null;
  const common = {
    executor: "direct", // it is unknown to any provider
    validUntil: settlement.validUntil ?? (await chain.deadline()),
    providerKey: null,
    signing: null,
  } as const;
  if (found === "later") {
    const { operators } = await executor.operators();
    const signerAddress = operators[0]?.address ?? chain.contract; // until its event tells
    const prepared = {
      ...common,
      signerAddress,
      submittedBlock: fromBlock,
      recorded: { by: null },
    };
    return { contract: await chain.contractOf(terms), prepared };
  }
  const { transactionHash, blockNumber, contract, operator } = found;
  if ((await findRivalTransactions(db, settlement)).includes(transactionHash)) return null;
  const prepared = {
    ...common,
    signerAddress: operator,
    submittedBlock: blockNumber - 1n, // a transaction lands in a later block than this one
    recorded: { by: transactionHash },
  };
  return { contract, prepared };
}

/** A time before which a settlement's invoice was not there, by the chain's time, which is not that of a test clock. */
async function earliestOf(
  { db }: Pick<Parts, "db">,
  { invoiceId }: TrackedSettlement,
): Promise<Date> {
  const { createdAt, serviceId } = await getInvoiceRecord({ db, tenant: everyone }, invoiceId);
  return (await findStartOfClock(db, serviceId)) ?? createdAt;
}
