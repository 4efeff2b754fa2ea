import { formatTransactionReceipt, type PublicClient, type TransactionReceipt } from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import type {
  FoundRecord,
  SentCall,
  SettlementOutcome,
  SettlementTerms,
} from "../ports/settlement-chain.ts";
import {
  findRecordedEvent,
  findSkipped,
  type RecordedEvent,
  recordAt,
  searchRecordedEvent,
} from "./records.ts";
import { type Registry, settlementCall } from "./registry.ts";
import { isAlreadySettled, revertMessage } from "./reverts.ts";

/** How deep a block must lie. */
export interface Depths {
  /** Blocks that must stand on the event's block, its own included. */
  readonly confirmations: number;
  /** The same, for no reorganisation to be thought of any more. */
  readonly finality: number;
}

type Options = Registry & Depths;

/** The one rule by which a settlement is decided: what the chain shows of what was sent. */
export async function outcomeOf(
  options: Options,
  sent: SentCall,
  { thorough }: { readonly thorough: boolean },
): Promise<SettlementOutcome> {
  const receipt = await findReceipt(options.client, sent.hashes);
  if (receipt !== null) return judge(options, receipt, sent);
  return thorough ? judgeAbsence(options, sent) : { state: "undecided" };
}

/** The settlement's event in any block. A database that was restored may not know that there is one. */
export async function findRecord(
  { client, contract, token }: Pick<Registry, "client" | "contract" | "token">,
  terms: SettlementTerms,
): Promise<FoundRecord | null> {
  const expected = { contract, token, terms, operator: null };
  const event = await searchRecordedEvent(client, expected, 0n);
  if (event === null) return null;
  const { transactionHash, blockNumber } = event;
  return { contract, transactionHash, blockNumber, operator: event.args.operator };
}

/** The one that is in the chain; all of them have the same nonce, so at most one is. */
async function findReceipt(
  client: PublicClient,
  hashes: readonly Hex[],
): Promise<TransactionReceipt | null> {
  const receipts = await Promise.all(
    // Asked like this, since viem makes an error of "not yet", and with it a stack.
    hashes.map((hash) => client.request({ method: "eth_getTransactionReceipt", params: [hash] })),
  );
  const found = receipts.find((receipt) => receipt !== null);
  return found === undefined ? null : formatTransactionReceipt(found);
}

/** What a transaction that is in the chain has come to. */
async function judge(
  options: Options,
  receipt: TransactionReceipt,
  sent: SentCall,
): Promise<SettlementOutcome> {
  const { client } = options;
  const { blockNumber, blockHash, transactionHash, gasUsed } = receipt;
  // In this order: how deep a block lies says nothing of one that was seen earlier, and may be gone.
  const latest = await client.getBlockNumber({ cacheTime: 0 });
  const block = await client.getBlock({ blockNumber });
  const depth = latest - blockNumber + 1n;
  // A receipt alone may be of a block that the chain has lost.
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
    // What a batch has used is not of one of them.
    if (skipped !== null)
      return judgeRefusal(options, sent, { reason: skipped, gasUsed: null, final });
    const reason = "SettlementRecorded was not found in the transaction's receipt.";
    return { state: "reverted", reason, gasUsed, succeeded: true, final };
  }
  const { logIndex } = event;
  return {
    state: "recorded",
    at: { transactionHash, blockNumber, blockHash, logIndex },
    final,
  };
}

/** What stood in the way of a transaction is most likely still there at the end of its block. */
async function reasonOfRevert(
  { client }: Options,
  { blockNumber, gasUsed }: TransactionReceipt,
  sent: SentCall,
): Promise<string> {
  const { terms, operator, validUntil } = sent;
  const gas = gasUsed * 2n;
  const reason = await client
    // A stranger's contract runs again, with no more gas than it had.
    .call({ account: operator, ...settlementCall(sent, terms, validUntil), blockNumber, gas })
    .then(() => null, revertMessage);
  return reason ?? "The settlement transaction reverted.";
}

/**
 * A settlement that the contracts refused may have been recorded by another transaction: their words may say
 * so, and it is looked at in any case before it fails for good.
 */
async function judgeRefusal(
  options: Options,
  sent: SentCall,
  refused: { readonly reason: string; readonly gasUsed: bigint | null; readonly final: boolean },
): Promise<SettlementOutcome> {
  const mayStand = refused.final || isAlreadySettled(refused.reason);
  const found = mayStand ? await findEvent(options, sent) : null;
  return found ?? { state: "reverted", succeeded: false, ...refused };
}

/**
 * What it means that no transaction is known to be in the chain. That it never will be is said only
 * by the state of a block that is final: its contract has no such record, and either its time is past
 * the call's limit or the nonce is used.
 */
async function judgeAbsence(options: Options, sent: SentCall): Promise<SettlementOutcome> {
  const { client } = options;
  const { operator, nonce, submittedBlock } = sent;
  if (nonce === null) {
    const found = await findEvent(options, sent);
    if (found !== null) return found;
  }
  const final = await finalBlock(options);
  if (final <= submittedBlock) return { state: "undecided" }; // that was before it was sent
  const [record, count, { timestamp }] = await Promise.all([
    recordAt(client, sent, final),
    nonce === null ? 0 : client.getTransactionCount({ address: operator, blockNumber: final }),
    client.getBlock({ blockNumber: final }),
  ]);
  if (record !== null) {
    const event = await searchEvent(options, sent);
    const isRivals = event !== null && sent.rivals.includes(event.transactionHash);
    if (event !== null && !isRivals) return judgeEvent(options, sent, event);
    // Without its event the node contradicts itself.
    if (record === "ours" && !isRivals) return { state: "undecided" };
    const reason = "The invoice or the reference was settled under other terms.";
    return { state: "reverted", reason, gasUsed: null, succeeded: false, final: true };
  }
  if (timestamp > sent.validUntil) return { state: "expired" };
  // Asked again: the transaction may have come into the chain after its receipt was asked for.
  const used = nonce !== null && count > nonce;
  if (used && (await findReceipt(client, sent.hashes)) === null) return { state: "displaced" };
  return { state: "undecided" };
}

/** What the event of the settlement says, whoever sent it; null when the chain has none that is its own. */
async function findEvent(options: Options, sent: SentCall): Promise<SettlementOutcome | null> {
  const event = await searchEvent(options, sent);
  if (event === null || sent.rivals.includes(event.transactionHash)) return null;
  return judgeEvent(options, sent, event);
}

/** The event that says exactly what the settlement's terms say: it may be of a rival's transaction. */
function searchEvent({ client, finality }: Options, sent: SentCall): Promise<RecordedEvent | null> {
  // After a reorganisation it may stand in a block of a lower number than was the newest then.
  const depth = BigInt(finality);
  const from = sent.submittedBlock > depth ? sent.submittedBlock - depth : 0n;
  return searchRecordedEvent(client, { ...sent, operator: null }, from);
}

async function judgeEvent(
  options: Options,
  sent: SentCall,
  event: RecordedEvent,
): Promise<SettlementOutcome> {
  const receipt = await options.client.getTransactionReceipt({ hash: event.transactionHash });
  return judge(options, receipt, { ...sent, operator: event.args.operator });
}

/** The newest block that no reorganisation takes away, by number. */
export async function finalBlock({ client, finality }: Options): Promise<bigint> {
  const depth = BigInt(finality) - 1n;
  const latest = await client.getBlockNumber({ cacheTime: 0 });
  return latest > depth ? latest - depth : 0n;
}
