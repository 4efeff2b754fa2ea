import { CallReverted, ChainUnavailable, NeverAccepted } from "../../chain/chain-errors.ts";
import type { WalletCall } from "../../chain/collector.ts";
import type { DirectSigner } from "../../chain/direct-signer.ts";
import type { SignedTransaction } from "../../chain/settlement-terms.ts";
import { type InTransaction, inTransaction, type Queryable } from "../../db/client.ts";
import type { CapRelay } from "../../db/generated/client.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { newId } from "../../kit/ids.ts";
import { within } from "../../kit/time-limit.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { checkDue, checkLimitMs } from "../chain-checks.ts";
import { isNonceStuck, nextSigner, takeNonces } from "../signers/signers.ts";
import {
  claimRelays,
  countRelays,
  endRelayLease,
  hasRelayUnderWay,
  insertRelay,
  lockUnsigned,
  storeSigned,
} from "./store.ts";

/*
 * Subscribers sign lower limits and revocations, and the service sends them, so that subscribers need no gas. A relay takes the
 * next nonce of a signer, as settlements do. Those after it wait for it, so it is sent again until a final block has that nonce.
 */

const dayMs = 86_400_000;
/** How many relays of a subscription are sent in a day: their gas is the service's. */
const maxInADay = 5;
/** How often a relay is checked, in milliseconds. */
const everyMs = 2_000;
/** How long a transaction may propagate before its fee is raised, in milliseconds. */
const travelMs = 2_000;
/** The maximum gas of a relay: enough for keys, and for the signature checks of usual smart accounts. */
const maxGas = 150_000n;

/** Whether a subscription's next relay is sent. */
export const mayRelay = async (
  { executor, db, clock }: Pick<SettlementParts, "executor" | "clock"> & { readonly db: Queryable },
  checkoutSessionId: string,
): Promise<boolean> => {
  const since = new Date(clock.now().getTime() - dayMs);
  return executor.sender !== null && (await countRelays(db, checkoutSessionId, since)) < maxInADay;
};

/** Stores a call of the collector's `replaceCap`, which is sent from now on, unless it is already. The cap is locked. */
export async function relay(
  { tx, now }: InTransaction,
  { to, data }: WalletCall,
  { checkoutSessionId, chainId }: Pick<CapRelay, "checkoutSessionId" | "chainId">,
): Promise<void> {
  if (await hasRelayUnderWay(tx, checkoutSessionId, data)) return;
  const of = { id: newId(), checkoutSessionId, chainId, createdAt: now };
  await insertRelay(tx, { ...of, collectorAddress: to, callData: data, nextCheckAt: now });
}

/** Sends the relays that are due, or checks them. @returns see checkDue */
export function relayCaps(parts: SettlementParts) {
  return checkDue(parts, "spendingCaps.relay", claimRelays, (one, lease) =>
    check(parts, one, lease),
  );
}

/** Checks a relay and sets the time of its next check. @returns whether the chain answered */
async function check(parts: SettlementParts, one: CapRelay, lease: Date): Promise<boolean> {
  const { db, clock, log } = parts;
  const { id } = one;
  let isOver = false;
  let isAnswered = true;
  try {
    const advanced = await within(checkLimitMs, advance(parts, one));
    isOver = advanced === true;
    isAnswered = advanced !== "late";
  } catch (error) {
    isAnswered = !(error instanceof ChainUnavailable);
    isOver = error instanceof RelayRefused;
    log.warn({ err: error, id }, isOver ? "cap not relayed: refused" : "cap not relayed yet");
  }
  const next = new Date(clock.now().getTime() + everyMs);
  await endRelayLease(db, id, lease, isOver ? null : next);
  return isAnswered;
}

/** The contract would refuse a relay: the payer has signed another cap since, or its account no longer takes the signature. */
class RelayRefused extends Error {
  override readonly name = "RelayRefused";
}

/** @returns whether nothing is left to do */
async function advance(parts: SettlementParts, one: CapRelay): Promise<boolean> {
  const { chain, executor } = parts;
  const { sender } = executor;
  // One that was signed holds a nonce, until the service sends with its own keys on that chain again.
  if (sender === null || one.chainId !== BigInt(chain.chainId)) return !isSigned(one);
  const sent = isSigned(one) ? one : await sign(parts, sender, one);
  if (sent === null || (await chain.isNonceUsed(sent.signerAddress, sent.nonce))) {
    return sent !== null;
  }
  await push(parts, sender, sent);
  return false;
}

interface SignedRelay extends CapRelay {
  readonly signerAddress: Hex;
  readonly nonce: number;
  readonly raw: Hex;
  readonly signedAt: Date;
}

const isSigned = (one: CapRelay): one is SignedRelay => one.raw !== null;

/** Takes a nonce, and signs and stores the transaction. @returns null when another process has done so */
async function sign(
  { db, chain, clock }: SettlementParts,
  sender: DirectSigner,
  one: CapRelay,
): Promise<SignedRelay | null> {
  const from = await nextSigner({ db, chain, sender });
  const call = { from, to: one.collectorAddress as Hex, data: one.callData as Hex };
  const [gas, { fees, transactionCount }] = await Promise.all([
    chain.gasOfErrand(call, maxGas).catch((error: unknown) => {
      throw error instanceof CallReverted ? new RelayRefused(error.message) : error;
    }),
    sender.quote(from),
  ]);
  return inTransaction(db, async (tx) => {
    if (!(await lockUnsigned(tx, one.id))) return null;
    const now = clock.now();
    const signer = { chainId: chain.chainId, address: from };
    const nonce = await takeNonces({ tx, now }, signer, { count: 1, transactionCount });
    const signed = await sender.signErrand({ ...call, gas }, nonce, fees);
    const place = { signerAddress: from, nonce, signedAt: now };
    await storeSigned(tx, one, { ...signed, ...place });
    return { ...one, ...place, transactionHash: signed.hash, raw: signed.raw };
  });
}

/** Sends the transaction, once more or with higher fees. One that the chain never takes gives way to one that uses its nonce. */
async function push(
  parts: SettlementParts,
  sender: DirectSigner,
  sent: SignedRelay,
): Promise<void> {
  const { db, chain, clock, settlementStuckMs } = parts;
  const { signerAddress: signer, nonce, raw } = sent;
  const { transactionCount, block } = await sender.quote(signer);
  if (transactionCount > nonce) return; // in a block that is not final
  const at = { db, now: clock.now(), settlementStuckMs };
  const ofSigner = { chainId: chain.chainId, address: signer };
  const expected = { nonce: transactionCount, block };
  if (await isNonceStuck(at, ofSigner, nonce, expected)) return cancel(parts, sender, sent);
  const waitedMs = clock.now().getTime() - sent.signedAt.getTime();
  const raised = waitedMs < travelMs ? null : await sender.raise({ signer, raw }, waitedMs);
  try {
    await chain.send(raised === null ? raw : await replace(parts, sent, raised));
  } catch (error) {
    if (!(error instanceof NeverAccepted)) throw error;
    await cancel(parts, sender, sent);
  }
}

/** Uses the nonce of a relay that reaches no block, so that later transactions can proceed. */
async function cancel(
  parts: SettlementParts,
  sender: DirectSigner,
  sent: SignedRelay,
): Promise<void> {
  const { signerAddress: signer, raw } = sent;
  const cancelling = await sender.cancel({ signer, raw });
  if (cancelling === null) return;
  parts.log.error(
    { id: sent.id, signer, transactionHash: cancelling.hash, nonce: sent.nonce },
    "ALARM: a relay reaches no block: its nonce is freed",
  );
  await parts.chain.send(await replace(parts, sent, cancelling));
}

/** @returns what is to be sent */
async function replace(
  { db, clock }: SettlementParts,
  sent: SignedRelay,
  by: SignedTransaction,
): Promise<Hex> {
  const isReplaced = await storeSigned(db, sent, { ...by, signedAt: clock.now() });
  return isReplaced ? by.raw : sent.raw;
}
