import type { Executor, PreparedCall } from "../../chain/ports/executor.ts";
import type { SettlementTerms } from "../../chain/ports/settlement-chain.ts";
import { nextSigner } from "../signers/signers.ts";
import { type PushParts, pushTransaction } from "./push-transaction.ts";

/**
 * Creates the executor that uses the service's own keys. `prepare` simulates and prices a call. `push` sends the stored
 * transaction once, or replaces it; `step` repeats that until the chain has decided.
 */
export function directExecutor(parts: PushParts): Executor {
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
    push: (settlement) => pushTransaction(parts, settlement),
  };
}

async function prepare(parts: PushParts, terms: SettlementTerms): Promise<PreparedCall> {
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
    recorded: null,
    providerKey: null,
    signing: { transactionCount, call, sign: (calls, nonce) => sender.sign(calls, nonce, fees) },
  };
}
