import type {
  DirectSender,
  SettlementTerms,
  SignedTransaction,
} from "../chain/settlement-chain.ts";
import { inTransaction } from "../db/client.ts";
import type { Parts } from "../parts.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { nextSigner, takeNonce } from "../signers/signers.ts";
import {
  findSettlementAtNonce,
  insertTransaction,
  replaceTransaction,
  type TrackedSettlement,
} from "./store.ts";
import type { Commit } from "./submit-settlement.ts";

/** How long bytes are left to travel before a higher fee is thought of, in milliseconds. */
const travelMs = 2_000;

/** Simulates and prices the call for one of our signers. @returns what takes its nonce and signs */
export async function prepareDirect(
  parts: Parts,
  sender: DirectSender,
  terms: SettlementTerms,
): Promise<Commit> {
  const { chain } = parts;
  const signer = await nextSigner(parts, sender);
  const ledger = { chainId: chain.chainId, address: signer };
  const [call, { fees, transactionCount }] = await Promise.all([
    chain.simulate(terms, signer),
    sender.quote(signer),
  ]);
  return async (tx, id, now) => {
    const nonce = await takeNonce(tx, ledger, transactionCount, now);
    const { hash, raw } = await sender.sign(call, nonce, fees);
    await insertTransaction(tx, id, { hash, raw }, now);
    return {
      executor: "direct",
      signerAddress: signer,
      nonce,
      transactionHash: hash,
      providerKey: null,
      validUntil: call.validUntil,
      submittedBlock: call.block,
      transactions: [{ hash, settlementId: id, raw, signedAt: now }],
    };
  };
}

/**
 * Sends what was signed last once more, or a replacement that offers more for its gas when that is
 * what it takes.
 */
export async function pushDirect(parts: Parts, settlement: TrackedSettlement): Promise<void> {
  const { chain, clock, log, sender } = parts;
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
    await insertTransaction(tx, id, raised, clock.now());
    return true;
  });
}
