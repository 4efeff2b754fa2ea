import { formatTransactionReceipt, type PublicClient, type TransactionReceipt } from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import {
  findRecordedEvent,
  findSkipped,
  type RecordedEvent,
  recordAt,
  searchRecordedEvent,
} from "./records.ts";
import { type Registry, settlementCall } from "./registry.ts";
import { isAlreadySettled, revertMessage } from "./reverts.ts";
import { newestBlock } from "./rpc-client.ts";
import type {
  FoundRecord,
  Search,
  SentCall,
  SettlementOutcome,
  SettlementTerms,
} from "./settlement-terms.ts";

/** How many blocks a result needs. */
export interface Depths {
  /** The number of blocks needed for a confirmation, including the event's own block. */
  readonly confirmations: number;
  /** The number of blocks after which reorganizations are no longer expected. */
  readonly finality: number;
}

type Options = Registry & Depths;

/** Judges what the chain shows of a sent settlement. `settlements/engine/apply-outcome.ts` turns the outcome into a state. */
export async function outcomeOf(
  options: Options,
  call: SentCall,
  { thorough, search }: { readonly thorough: boolean; readonly search: Search },
): Promise<SettlementOutcome> {
  const sent = { ...call, search };
  const receipt = await findReceipt(options.client, sent.hashes);
  if (receipt !== null) return judge(options, receipt, sent);
  return thorough ? judgeAbsence(options, sent) : { state: "undecided" };
}

/** A sent call, with how far the chain was searched for its event. */
type Searched = SentCall & { readonly search: Search };

/** Searches blocks for the settlement's event. A restored database may have lost the record of it. */
export async function findRecord(
  {
    client,
    contract,
    token,
    finality,
  }: Pick<Options, "client" | "contract" | "token" | "finality">,
  terms: SettlementTerms,
  of: { readonly fromBlock: bigint; readonly search: Search },
): Promise<FoundRecord | null> {
  const expected = { contract, token, terms, operator: null };
  const event = await searchRecordedEvent(client, expected, { ...of, finality });
  if (event === null) return null;
  const { transactionHash, blockNumber } = event;
  return { contract, transactionHash, blockNumber, operator: event.args.operator };
}

/** Finds the receipt of the transaction that landed. All of them have the same nonce, so at most one can land. */
async function findReceipt(
  client: PublicClient,
  hashes: readonly Hex[],
): Promise<TransactionReceipt | null> {
  const receipts = await Promise.all(
    // A raw request: viem throws an error, with a stack trace, when there is no receipt yet.
    hashes.map((hash) => client.request({ method: "eth_getTransactionReceipt", params: [hash] })),
  );
  const found = receipts.find((receipt) => receipt !== null);
  return found === undefined ? null : formatTransactionReceipt(found);
}

/** Judges a transaction that is in a block. */
async function judge(
  options: Options,
  receipt: TransactionReceipt,
  sent: Searched,
): Promise<SettlementOutcome> {
  const { client } = options;
  const { blockNumber, blockHash, transactionHash, gasUsed } = receipt;
  // The order matters: a depth says nothing about a block read before it, which may be gone by then.
  const latest = await newestBlock(client);
  const block = await client.getBlock({ blockNumber });
  const depth = latest - blockNumber + 1n;
  // The receipt may come from a block that is no longer canonical.
  if (block.hash !== blockHash || depth < BigInt(options.confirmations)) {
    return { state: "undecided" };
  }
  const final = depth >= BigInt(options.finality);
  if (sent.cancelling.includes(transactionHash)) {
    const reason = "The settlement was cancelled: the chain did not take its transaction.";
    return { state: "reverted", reason, gasUsed: null, succeeded: false, final };
  }
  if (receipt.status === "reverted") {
    const reason = await reasonOfRevert(options, receipt, sent);
    return judgeRefusal(options, sent, { reason, gasUsed, final });
  }
  const event = findRecordedEvent(receipt.logs, sent);
  if (event === null) {
    const skipped = findSkipped(receipt.logs, sent.terms);
    // The batch's gas cannot be attributed to one settlement.
    if (skipped !== null)
      return judgeRefusal(options, sent, { reason: skipped, gasUsed: null, final });
    const reason = "SettlementRecorded was not found in the transaction's receipt.";
    return { state: "reverted", reason, gasUsed, succeeded: true, final };
  }
  const { logIndex, args } = event;
  // If this service's own keys did not send the settlement, only the event tells who did.
  const isForeign = sent.nonce === null && sent.terms.collection === null;
  return {
    state: "recorded",
    at: { transactionHash, blockNumber, blockHash, logIndex },
    operator: isForeign ? args.operator : null,
    final,
  };
}

/** Runs a reverted call again to find its reason. The cause most likely still exists at the end of its block. */
async function reasonOfRevert(
  { client }: Options,
  { blockNumber, gasUsed }: TransactionReceipt,
  sent: Searched,
): Promise<string> {
  const { terms, operator, validUntil } = sent;
  const gas = gasUsed * 2n;
  const reason = await client
    // The call runs unknown contracts again, so its gas is bounded by twice what it used.
    .call({ account: operator, ...settlementCall(sent, terms, validUntil), blockNumber, gas })
    .then(() => null, revertMessage);
  return reason ?? "The settlement transaction reverted.";
}

/**
 * Judges a settlement that the contracts refused. Another transaction may have recorded it. The event is searched when
 * the error says that a record exists, and always before the settlement fails permanently.
 */
async function judgeRefusal(
  options: Options,
  sent: Searched,
  refused: { readonly reason: string; readonly gasUsed: bigint | null; readonly final: boolean },
): Promise<SettlementOutcome> {
  const mayStand = refused.final || isAlreadySettled(refused.reason);
  const found = mayStand ? await findEvent(options, sent) : null;
  return found ?? { state: "reverted", succeeded: false, ...refused };
}

/**
 * Judges a settlement without a landed transaction. Only the state of a final block can show that it will never land:
 * the contract has no record of it, and either the call's validity has passed or the nonce is used.
 */
async function judgeAbsence(options: Options, sent: Searched): Promise<SettlementOutcome> {
  const { client } = options;
  const { operator, nonce, submittedBlock } = sent;
  if (nonce === null) {
    const found = await findEvent(options, sent);
    if (found !== null) return found;
  }
  const final = await finalBlock(options);
  if (final <= submittedBlock) return { state: "undecided" }; // the final block is older than the submission
  const [record, count, { timestamp }] = await Promise.all([
    recordAt(client, sent, final),
    nonce === null ? 0 : client.getTransactionCount({ address: operator, blockNumber: final }),
    client.getBlock({ blockNumber: final }),
  ]);
  if (record !== null) {
    const event = await searchEvent(options, sent);
    const isRivals = event !== null && sent.rivals.includes(event.transactionHash);
    if (event !== null && !isRivals) return judgeEvent(options, sent, event);
    // A record without its event means that the node contradicts itself.
    if (record === "ours" && !isRivals) return { state: "undecided" };
    const reason = "The invoice was settled under other terms.";
    return { state: "reverted", reason, gasUsed: null, succeeded: false, final: true };
  }
  if (timestamp > sent.validUntil) return { state: "expired" };
  // Checked again: the transaction may have landed after the first check for a receipt.
  const used = nonce !== null && count > nonce;
  if (used && (await findReceipt(client, sent.hashes)) === null) return { state: "displaced" };
  return { state: "undecided" };
}

/** Judges the settlement by its event, sent by anyone; null when the chain has no event that belongs to it. */
async function findEvent(options: Options, sent: Searched): Promise<SettlementOutcome | null> {
  const event = await searchEvent(options, sent);
  if (event === null || sent.rivals.includes(event.transactionHash)) return null;
  return judgeEvent(options, sent, event);
}

/** Searches for the event that matches the settlement's terms exactly. It may be from a rival attempt's transaction. */
function searchEvent(
  { client, finality }: Options,
  { search, ...sent }: Searched,
): Promise<RecordedEvent | null> {
  // After a reorganization the event may be in a block with a lower number than the submission's.
  const depth = BigInt(finality);
  const fromBlock = sent.submittedBlock > depth ? sent.submittedBlock - depth : 0n;
  return searchRecordedEvent(client, { ...sent, operator: null }, { fromBlock, finality, search });
}

async function judgeEvent(
  options: Options,
  sent: Searched,
  event: RecordedEvent,
): Promise<SettlementOutcome> {
  const receipt = await options.client.getTransactionReceipt({ hash: event.transactionHash });
  return judge(options, receipt, { ...sent, operator: event.args.operator });
}

/** Returns the number of the newest final block. */
export async function finalBlock({
  client,
  finality,
}: Pick<Options, "client" | "finality">): Promise<bigint> {
  const depth = BigInt(finality) - 1n;
  const latest = await newestBlock(client);
  return latest > depth ? latest - depth : 0n;
}
