import { randomUUID } from "node:crypto";
import { CallReverted, ChainUnavailable } from "../../chain/chain-errors.ts";
import type { Executor, PreparedCall, TrackedSettlement } from "../../chain/executor.ts";
import type { ProviderSender, ProviderTransaction } from "../../chain/provider-sender.ts";
import type { SettlementTerms } from "../../chain/settlement-terms.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { failSettlement } from "./commit-outcomes.ts";
import { claimFirstRequest, noteProviderTransaction } from "./store.ts";
import { calledContract, newestTransaction, termsOf } from "./terms.ts";

interface ProviderParts
  extends Pick<
    Parts,
    "db" | "chain" | "times" | "log" | "tally" | "paymentRefunds" | "checkoutUrl" | "emails"
  > {
  readonly sender: ProviderSender;
}

/** Creates the executor that uses a wallet provider. The provider signs, sends and replaces transactions. */
export function providerExecutor(parts: ProviderParts): Executor {
  const { sender } = parts;
  return {
    sender: null,
    signers: [],
    operators: async () => {
      const { address, trouble } = await sender.wallet();
      const knownAs = "SETTLEMENT_PROVIDER_WALLET_ID is the wallet";
      return { operators: [{ address, knownAs, paysGas: false }], trouble }; // the provider may pay for gas
    },
    prepare: (terms) => prepare(parts, terms),
    push: (settlement) => push(parts, settlement),
  };
}

/** Simulates the call from the provider's wallet, and creates the idempotency key for the request. */
async function prepare(
  { chain, sender }: ProviderParts,
  terms: SettlementTerms,
): Promise<PreparedCall> {
  const { address } = await sender.wallet();
  const call = await chain.simulate(terms, address);
  return {
    executor: "provider",
    signerAddress: address,
    validUntil: call.validUntil,
    submittedBlock: call.block,
    recorded: null,
    providerKey: randomUUID(), // the provider requires version 4
    signing: null,
  };
}

/** Sends the call to the provider, or reads its state there if it was already sent. */
async function push(parts: ProviderParts, settlement: TrackedSettlement): Promise<void> {
  const { db, sender } = parts;
  const { id, providerKey, providerTransactionId, validUntil } = settlement;
  if (providerKey === null || validUntil === null) return sendSigned(parts, settlement);
  if (providerTransactionId !== null) {
    return note(parts, settlement, await sender.transaction(providerTransactionId));
  }
  // A refusal says nothing about an earlier request that got no answer.
  const isFirst = await claimFirstRequest(db, id);
  try {
    const call = { terms: termsOf(settlement), ...calledContract(settlement), validUntil };
    await note(parts, settlement, await sender.execute(providerKey, call));
  } catch (error) {
    if (!(error instanceof CallReverted)) throw error;
    if (!isFirst) throw new ChainUnavailable(error.message);
    await failSettlement(parts, settlement, { trigger: "fail", failure: error.message });
  }
}

/** Sends bytes again that were signed with the service's own key before the provider was configured. */
async function sendSigned(
  { chain }: Pick<Parts, "chain">,
  settlement: TrackedSettlement,
): Promise<void> {
  if (settlement.nonce === null) return; // already recorded on the chain, nothing to send
  await chain.send(newestTransaction(settlement).raw as Hex);
}

/** Stores the transaction's state at the provider. If the provider ended it without a hash, it was never sent. */
async function note(
  parts: ProviderParts,
  settlement: TrackedSettlement,
  { id: providerTransactionId, state, hash, progress }: ProviderTransaction,
): Promise<void> {
  await noteProviderTransaction(parts.db, settlement.id, {
    providerTransactionId,
    providerTransactionState: state,
    ...(hash !== null && { transactionHash: hash }),
  });
  if (progress === "ended" && hash === null) {
    const failure = `The wallet provider did not send the settlement: ${state}.`;
    await failSettlement(parts, settlement, { trigger: "fail", failure });
  }
}
