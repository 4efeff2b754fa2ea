import { inTransaction } from "../../../db/client.ts";
import type { Hex } from "../../../lib/evm-fields.ts";
import type { Executor, PreparedCall, TrackedSettlement } from "../../../ports/executor.ts";
import type { Parts } from "../../../ports/parts.ts";
import type { DirectSender } from "../../../ports/senders.ts";
import {
  NeverAccepted,
  type SettlementTerms,
  type SignedTransaction,
} from "../../../ports/settlement-chain.ts";
import { nextSigner, noteTurn } from "../../signers/signers.ts";
import { findSettlementAtNonce, hasLiveAtNonce, replaceTransaction } from "./store.ts";
import { newestTransaction } from "./terms.ts";

/** How many blocks must have left a transaction out before its nonce is freed. */
const blocksToWait = 10n;

/** How long a transaction is left to travel before a higher fee is considered, in milliseconds. */
const travelMs = 2_000;

interface DirectParts
  extends Pick<Parts, "db" | "chain" | "clock" | "log" | "tally" | "settlementStuckMs"> {
  readonly sender: DirectSender;
}

/** Settles with our own keys: it takes a nonce, stores the signed bytes, and sends them until they land. */
export function directExecutor(parts: DirectParts): Executor {
  const { sender } = parts;
  const knownAs = "SETTLEMENT_SIGNER_KEY is the key of";
  const operators = sender.signers.map((address) => ({ address, knownAs, paysGas: true }));
  return {
    signers: sender.signers.map((address) => ({
      address,
      transactionCount: async () => (await sender.quote(address)).transactionCount,
      funds: () => sender.funds(address),
    })),
    operators: async () => ({ operators, trouble: null }),
    prepare: (terms) => prepare(parts, terms),
    push: (settlement) => push(parts, settlement),
  };
}

async function prepare(parts: DirectParts, terms: SettlementTerms): Promise<PreparedCall> {
  const { chain, sender } = parts;
  const signer = await nextSigner(parts);
  const [call, { fees, transactionCount }] = await Promise.all([
    chain.simulate(terms, signer),
    sender.quote(signer),
  ]);
  return {
    executor: "direct",
    signerAddress: signer,
    validUntil: call.validUntil,
    submittedBlock: call.block,
    recordedBy: null,
    providerKey: null,
    signing: { transactionCount, call, sign: (calls, nonce) => sender.sign(calls, nonce, fees) },
  };
}

/**
 * Sends the newest transaction again, or replaces it: by the same with a higher fee, or by one that only uses the
 * nonce, when the chain will not take it.
 */
async function push(parts: DirectParts, settlement: TrackedSettlement): Promise<void> {
  const { chain, clock, db, sender } = parts;
  if (settlement.nonce === null) return; // the chain had it before we signed, or a provider sends it
  const newest = newestTransaction(settlement);
  const raw = newest.raw as Hex;
  const waitedMs = clock.now().getTime() - newest.signedAt.getTime();
  if (waitedMs >= travelMs) {
    const { holdsUp, isStuck } = await turnOf(parts, settlement);
    if (holdsUp !== null) await push(parts, holdsUp);
    // When it has failed for good, only its nonce matters, unless other settlements share the transaction.
    const isUseless =
      isStuck || (settlement.status === "FAILED" && !(await hasLiveAtNonce(db, settlement)));
    if (isUseless && !newest.cancels && (await sendCancelling(parts, settlement))) return;
    const raised = await sender.raise({ signer: settlement.signerAddress as Hex, raw }, waitedMs);
    if (raised !== null) return sendRaised(parts, settlement, raised);
  }
  try {
    await chain.send(raw);
  } catch (error) {
    const mayCancel = error instanceof NeverAccepted && !newest.cancels;
    if (!mayCancel || !(await sendCancelling(parts, settlement))) throw error;
  }
}

interface Turn {
  /** The settlement whose transaction the chain waits for before this one. */
  readonly holdsUp: TrackedSettlement | null;
  /** Whether the chain waits for this one, for longer than a transaction may wait. */
  readonly isStuck: boolean;
}

/**
 * Finds out which nonce the chain waits for. It takes nonces in order, so a transaction that a node has dropped,
 * or that a reorganisation has taken back, blocks all later ones.
 */
async function turnOf(
  { db, chain, clock, sender, settlementStuckMs }: DirectParts,
  { signerAddress, nonce }: TrackedSettlement,
): Promise<Turn> {
  const address = sender.signers.find((one) => one === signerAddress);
  if (address === undefined || nonce === null) return { holdsUp: null, isStuck: false };
  const signer = { chainId: chain.chainId, address };
  const { transactionCount, block } = await sender.quote(address);
  const turn = { nonce: transactionCount, block };
  const waiting = await noteTurn({ db, now: clock.now() }, signer, turn);
  if (transactionCount < nonce) {
    return { holdsUp: await findSettlementAtNonce(db, signer, transactionCount), isStuck: false };
  }
  // While the chain makes no blocks, another transaction would not land either.
  const isStuck =
    transactionCount === nonce &&
    waiting !== null &&
    waiting.waitedMs >= settlementStuckMs &&
    waiting.blocks >= blocksToWait;
  return { holdsUp: null, isStuck };
}

type ReplacingParts = Omit<DirectParts, "settlementStuckMs">;

/** Sends a transaction that offers more for its gas, at the same nonce. */
async function sendRaised(
  parts: ReplacingParts,
  settlement: TrackedSettlement,
  raised: SignedTransaction,
): Promise<void> {
  const { cancels, hash } = newestTransaction(settlement);
  if (!(await keep(parts, settlement, hash, { ...raised, cancels }))) return;
  const { id: settlementId } = settlement;
  parts.log.warn({ settlementId, transactionHash: raised.hash }, "settlement fee raised");
  parts.tally.feeRaised();
  await parts.chain.send(raised.raw);
}

/**
 * Uses a settlement's nonce by a transfer of nothing, so that later ones go on. The chain decides which of the two
 * lands: until a final block shows it, the settlement may still be confirmed.
 *
 * @returns false when the key is no longer configured, or when somebody else has replaced the transaction first
 */
export async function sendCancelling(
  parts: ReplacingParts,
  settlement: TrackedSettlement,
): Promise<boolean> {
  const newest = newestTransaction(settlement);
  const signer = settlement.signerAddress as Hex;
  const cancelling = await parts.sender.cancel({ signer, raw: newest.raw as Hex });
  if (cancelling === null) return false;
  if (!(await keep(parts, settlement, newest.hash, { ...cancelling, cancels: true }))) return false;
  const { id: settlementId, nonce } = settlement;
  const { hash: transactionHash } = cancelling;
  parts.log.error(
    { settlementId, signer, transactionHash, ...(nonce !== null && { nonce }) },
    "ALARM: a settlement's transaction reaches no block: its nonce is freed",
  );
  parts.tally.nonceFreed();
  await parts.chain.send(cancelling.raw);
  return true;
}

/** Stores a transaction before it is sent, like the first. @returns false when somebody else was quicker */
function keep(
  { db, clock }: Pick<Parts, "db" | "clock">,
  settlement: TrackedSettlement,
  from: string,
  transaction: SignedTransaction & { readonly cancels: boolean },
): Promise<boolean> {
  return inTransaction(db, (tx) =>
    replaceTransaction(tx, settlement, from, { ...transaction, signedAt: clock.now() }),
  );
}
