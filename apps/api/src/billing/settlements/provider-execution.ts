import { randomUUID } from "node:crypto";
import type { Parts } from "../../ports/parts.ts";
import {
  CallReverted,
  ChainUnavailable,
  type ProviderSender,
  type ProviderTransaction,
  type SettlementTerms,
} from "../../ports/settlement-chain.ts";
import type { Prepared } from "./commit-submissions.ts";
import { failSettlement } from "./fail-settlement.ts";
import { claimFirstRequest, noteProviderTransaction, type TrackedSettlement } from "./store.ts";
import { calledBy, termsOf } from "./terms.ts";

/** Simulates the call from the provider's wallet, and makes the key that it is sent under. */
export async function prepareProvider(
  { chain }: Parts,
  sender: ProviderSender,
  terms: SettlementTerms,
): Promise<Prepared> {
  const { address } = await sender.wallet();
  const call = await chain.simulate(terms, address);
  return {
    executor: "provider",
    signerAddress: address,
    validUntil: call.validUntil,
    submittedBlock: call.block,
    recordedBy: null,
    providerKey: randomUUID(), // the provider wants a version 4
    signing: null,
  };
}

/** Hands the call to the provider, or asks it what has become of it. */
export async function pushProvider(parts: Parts, settlement: TrackedSettlement): Promise<void> {
  const { sender } = parts;
  const { id, providerKey, providerTransactionId, validUntil } = settlement;
  // Sent by a wallet that is not configured any more: the chain alone tells what comes of it.
  if (sender.kind !== "provider" || providerKey === null || validUntil === null) return;
  if (providerTransactionId !== null) {
    return note(parts, id, await sender.transaction(providerTransactionId));
  }
  // Of what was asked for before and not answered, a refusal says nothing.
  const isFirst = await claimFirstRequest(parts.db, id);
  try {
    const call = {
      terms: termsOf(settlement),
      ...calledBy(settlement, parts.chain),
      validUntil,
    };
    await note(parts, id, await sender.execute(providerKey, call));
  } catch (error) {
    if (!(error instanceof CallReverted)) throw error;
    if (!isFirst) throw new ChainUnavailable(error.message);
    await failSettlement(parts, id, error.message);
  }
}

/** Keeps what the provider has told. One that it has ended without a hash was never sent. */
async function note(
  parts: Parts,
  id: string,
  { id: providerTransactionId, state, hash, progress }: ProviderTransaction,
): Promise<void> {
  await noteProviderTransaction(parts.db, id, {
    providerTransactionId,
    providerTransactionState: state,
    ...(hash !== null && { transactionHash: hash }),
  });
  if (progress === "ended" && hash === null) {
    await failSettlement(parts, id, `The wallet provider did not send the settlement: ${state}.`);
  }
}
