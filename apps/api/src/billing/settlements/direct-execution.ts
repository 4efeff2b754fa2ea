import type { Hex } from "../../lib/evm-fields.ts";
import type { Parts } from "../../ports/parts.ts";
import {
  type DirectSender,
  NeverAccepted,
  type SettlementTerms,
} from "../../ports/settlement-chain.ts";
import { nextSigner, noteTurn } from "../signers/signers.ts";
import type { Prepared } from "./commit-submissions.ts";
import { newestTransaction, sendCancelling, sendRaised } from "./replace-transaction.ts";
import { findSettlementAtNonce, hasLiveAtNonce, type TrackedSettlement } from "./store.ts";

/** How many blocks must have left a transaction out before its nonce is freed. */
const blocksToTake = 10n;

/** How long bytes are left to travel before a higher fee is thought of, in milliseconds. */
const travelMs = 2_000;

/** Simulates and prices the call for one of our signers. */
export async function prepareDirect(
  parts: Parts,
  sender: DirectSender,
  terms: SettlementTerms,
): Promise<Prepared> {
  const { chain } = parts;
  const signer = await nextSigner(parts, sender);
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
 * Sends what was signed last once more, or what has to take its place: the same with a higher fee, or a
 * transaction that only uses the nonce up, where the chain will not have this one.
 */
export async function pushDirect(parts: Parts, settlement: TrackedSettlement): Promise<void> {
  const { chain, clock, sender } = parts;
  if (settlement.nonce === null) return; // the chain had it before we signed anything
  const newest = newestTransaction(settlement);
  const raw = newest.raw as Hex;
  if (sender.kind !== "direct") return chain.send(raw); // signed by a key that is not configured any more
  const waitedMs = clock.now().getTime() - newest.signedAt.getTime();
  if (waitedMs >= travelMs) {
    const { holdsUp, isStuck } = await turnOf(parts, sender, settlement);
    if (holdsUp !== null) await pushDirect(parts, holdsUp);
    // Of what failed for good nothing may land: all that is left is its nonce, unless others share it.
    const isUseless =
      isStuck || (settlement.status === "FAILED" && !(await hasLiveAtNonce(parts.db, settlement)));
    if (isUseless && !newest.cancels && (await sendCancelling(parts, sender, settlement))) return;
    const raised = await sender.raise({ signer: settlement.signerAddress as Hex, raw }, waitedMs);
    if (raised !== null) return sendRaised(parts, settlement, raised);
  }
  try {
    await chain.send(raw);
  } catch (error) {
    const mayCancel = error instanceof NeverAccepted && !newest.cancels;
    if (!mayCancel || !(await sendCancelling(parts, sender, settlement))) throw error;
  }
}

interface Turn {
  /** What the chain waits for before this settlement's transaction. */
  readonly holdsUp: TrackedSettlement | null;
  /** Whether it is this one's turn, for longer than a transaction may wait. */
  readonly isStuck: boolean;
}

/**
 * Whose turn it is: the chain takes nonces in their order, so one that a node has dropped, or that a
 * reorganisation has taken back, holds up all later ones.
 */
async function turnOf(
  parts: Parts,
  sender: DirectSender,
  { signerAddress, nonce }: TrackedSettlement,
): Promise<Turn> {
  const { db, chain, clock, settlementStuckMs } = parts;
  const address = sender.signers.find((one) => one === signerAddress);
  if (address === undefined || nonce === null) return { holdsUp: null, isStuck: false };
  const signer = { chainId: chain.chainId, address };
  const { transactionCount, block } = await sender.quote(address);
  const turn = { nonce: transactionCount, block };
  const waiting = await noteTurn(db, signer, turn, clock.now());
  if (transactionCount < nonce) {
    return { holdsUp: await findSettlementAtNonce(db, signer, transactionCount), isStuck: false };
  }
  // While the chain makes no blocks, nothing else would reach one either.
  const isStuck =
    transactionCount === nonce &&
    waiting !== null &&
    waiting.waitedMs >= settlementStuckMs &&
    waiting.blocks >= blocksToTake;
  return { holdsUp: null, isStuck };
}
