import { NeverAccepted } from "../../chain/chain-errors.ts";
import type { DirectSigner } from "../../chain/direct-signer.ts";
import type { Executor, PreparedCall, TrackedSettlement } from "../../chain/executor.ts";
import type { SettlementTerms, SignedTransaction } from "../../chain/settlement-terms.ts";
import { inTransaction } from "../../db/client.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { isNonceStuck, nextSigner } from "../signers/signers.ts";
import { findSettlementAtNonce, hasLiveAtNonce, replaceTransaction } from "./store.ts";
import { newestTransaction } from "./terms.ts";

/** How long a transaction may propagate before it is sent again with a higher fee or replaced, in milliseconds. */
const travelMs = 2_000;

/** What sending with our own keys takes. */
export interface PushParts
  extends Pick<Parts, "db" | "chain" | "clock" | "log" | "tally" | "settlementStuckMs"> {
  readonly sender: DirectSigner;
}

/**
 * Sends the newest stored transaction of a settlement, or replaces it: with a higher fee, or, when the chain will not
 * take it, with a transaction that only consumes the nonce.
 *
 * @throws ChainUnavailable
 */
async function pushTransaction(parts: PushParts, settlement: TrackedSettlement): Promise<void> {
  const { chain, clock, db, sender } = parts;
  if (settlement.nonce === null) return; // already recorded on the chain, or sent by a provider
  const newest = newestTransaction(settlement);
  const raw = newest.raw as Hex;
  const waitedMs = clock.now().getTime() - newest.signedAt.getTime();
  if (waitedMs >= travelMs) {
    const { awaited, isStuck } = await findNonceWait(parts, settlement);
    if (awaited !== null) await pushTransaction(parts, awaited);
    // After a permanent failure only the nonce matters, unless live settlements share the transaction.
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

/** What a settlement's nonce waits for. */
interface NonceWait {
  /** The settlement whose transaction must land before this one. */
  readonly awaited: TrackedSettlement | null;
  /** Whether this transaction is next in nonce order and has waited too long. */
  readonly isStuck: boolean;
}

/**
 * Finds what a settlement's nonce waits for. The chain uses nonces in order, so a transaction that was dropped by a node
 * or removed by a reorganization blocks all later ones.
 */
async function findNonceWait(
  { db, chain, clock, sender, settlementStuckMs }: PushParts,
  { signerAddress, nonce }: TrackedSettlement,
): Promise<NonceWait> {
  const address = sender.signers.find((one) => one === signerAddress);
  if (address === undefined || nonce === null) return { awaited: null, isStuck: false };
  const signer = { chainId: chain.chainId, address };
  const { transactionCount, block } = await sender.quote(address);
  const at = { db, now: clock.now(), settlementStuckMs };
  const expected = { nonce: transactionCount, block };
  const isStuck = await isNonceStuck(at, signer, nonce, expected);
  const isBehind = transactionCount < nonce;
  const awaited = isBehind ? await findSettlementAtNonce(db, signer, transactionCount) : null;
  return { awaited, isStuck };
}

type ReplacingParts = Omit<PushParts, "settlementStuckMs">;

/** Replaces a transaction with one at the same nonce and with higher fees. */
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
 * Consumes a settlement's nonce with a zero-value transfer so that later transactions can proceed. The chain decides
 * which of the two lands: until a final block shows it, the settlement may still be confirmed.
 *
 * @returns false when the key is no longer configured, or when another process has replaced the transaction first
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

/** Stores a transaction before it is sent. @returns false when another process replaced the transaction first */
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

/**
 * Creates the executor that uses the service's own keys. `prepare` simulates and prices a call. `push` sends the stored
 * transaction once, or replaces it; `settle` and `reconcile` repeat that, by `step`, until the chain has decided.
 */
export function directExecutor(parts: PushParts): Executor {
  const { sender } = parts;
  const knownAs = "SETTLEMENT_SIGNER_KEY is the key of";
  const operators = sender.signers.map((address) => ({ address, knownAs, paysGas: true }));
  return {
    sender,
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
