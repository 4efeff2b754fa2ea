import { randomUUID } from "node:crypto";
import {
  CallReverted,
  type ProviderSender,
  type ProviderTransaction,
  type SettlementTerms,
} from "../chain/settlement-chain.ts";
import type { Parts } from "../parts.ts";
import { failSettlement } from "./fail-settlement.ts";
import { lookAt } from "./looks.ts";
import { moveSettlement, noteProviderTransaction, type TrackedSettlement } from "./store.ts";
import type { Commit } from "./submit-settlement.ts";
import { termsOf } from "./terms.ts";

/** Simulates the call from the provider's wallet. @returns what stores the key that it is sent under */
export async function prepareProvider(
  { chain }: Parts,
  sender: ProviderSender,
  terms: SettlementTerms,
): Promise<Commit> {
  const wallet = await sender.address();
  const call = await chain.simulate(terms, wallet);
  const providerKey = randomUUID(); // the provider wants a version 4
  return (tx, id, now) =>
    moveSettlement(tx, id, "submit", {
      chainId: chain.chainId,
      contractAddress: chain.contract,
      tokenAddress: chain.token,
      executor: "provider",
      signerAddress: wallet,
      providerKey,
      submittedAt: now,
      submittedBlock: call.block,
      validUntil: call.validUntil,
      nextLookAt: lookAt("SUBMITTED", now),
      updatedAt: now,
    });
}

/** Hands the call to the provider, or asks it what has become of it. */
export async function pushProvider(parts: Parts, settlement: TrackedSettlement): Promise<void> {
  const { sender } = parts;
  const { id, providerKey, providerTransactionId, validUntil } = settlement;
  // Sent by a wallet that is not configured any more: the chain alone tells what comes of it.
  if (sender.kind !== "provider" || providerKey === null || validUntil === null) return;
  try {
    const told =
      providerTransactionId === null
        ? await sender.execute(providerKey, termsOf(settlement), validUntil)
        : await sender.transaction(providerTransactionId);
    await note(parts, id, told);
    // One that has a hash is the chain's to judge.
    if (told.progress === "ended" && told.hash === null) throw new CallReverted(wordOf(told));
  } catch (error) {
    if (!(error instanceof CallReverted)) throw error;
    await failSettlement(parts, id, error.message);
  }
}

const wordOf = ({ state }: ProviderTransaction) =>
  `The wallet provider did not send the settlement: ${state}.`;

function note({ db }: Parts, id: string, { id: its, state, hash }: ProviderTransaction) {
  return noteProviderTransaction(db, id, {
    providerTransactionId: its,
    providerTransactionState: state,
    ...(hash !== null && { transactionHash: hash }),
  });
}
