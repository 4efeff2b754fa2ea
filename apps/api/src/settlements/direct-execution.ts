import type {
  DirectSender,
  SettlementTerms,
  SignedTransaction,
} from "../chain/settlement-chain.ts";
import { inTransaction } from "../db/client.ts";
import type { Parts } from "../parts.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { nextSigner } from "../signers/signers.ts";
import type { Prepared } from "./commit-submissions.ts";
import {
  findSettlementAtNonce,
  insertTransactions,
  replaceTransaction,
  type TrackedSettlement,
} from "./store.ts";

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
    providerKey: null,
    signing: { transactionCount, sign: (nonce) => sender.sign(call, nonce, fees) },
  };
}

/**
 * Sends what was signed last once more, or a replacement that offers more for its gas when that is
 * what it takes.
 */
export async function pushDirect(parts: Parts, settlement: TrackedSettlement): Promise<void> {
  const { chain, clock, log, sender, tally } = parts;
  const { id, signerAddress, transactionHash, transactions } = settlement;
  const newest = transactions.find(({ hash }) => hash === transactionHash);
  if (newest === undefined) throw new Error(`Settlement ${id} lacks its transaction's bytes.`);
  const waitedMs = clock.now().getTime() - newest.signedAt.getTime();
  if (sender.kind === "direct" && waitedMs >= travelMs) {
    const holdsUp = await findHoldingUp(parts, sender, settlement);
    if (holdsUp !== null) await pushDirect(parts, holdsUp);
    const sent = { signer: signerAddress as Hex, raw: newest.raw as Hex };
    const raised = await sender.raise(sent, waitedMs);
    if (raised !== null) {
      if (!(await keepRaised(parts, id, newest.hash, raised))) return;
      log.warn({ settlementId: id, transactionHash: raised.hash }, "settlement fee raised");
      tally.feeRaised();
      return chain.send(raised.raw);
    }
  }
  await chain.send(newest.raw as Hex);
}

/**
 * The settlement whose turn it is, when it is not this one's: the chain takes nonces in their order, so
 * one that a node has dropped, or that a reorganisation has taken back, holds up all later ones.
 */
async function findHoldingUp(
  { db, chain }: Parts,
  sender: DirectSender,
  { signerAddress, nonce }: TrackedSettlement,
): Promise<TrackedSettlement | null> {
  const signer = sender.signers.find((address) => address === signerAddress);
  if (signer === undefined || nonce === null) return null;
  const { transactionCount } = await sender.quote(signer);
  if (transactionCount >= nonce) return null;
  return findSettlementAtNonce(db, { chainId: chain.chainId, address: signer }, transactionCount);
}

/** Stored before it is sent, like the first. @returns false when somebody else was quicker */
function keepRaised(
  { db, clock }: Parts,
  id: string,
  from: string,
  raised: SignedTransaction,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await replaceTransaction(tx, id, { from, to: raised.hash }))) return false;
    await insertTransactions(tx, [{ ...raised, settlementId: id, signedAt: clock.now() }]);
    return true;
  });
}
