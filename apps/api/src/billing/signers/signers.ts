import type { Queryable } from "../../db/client.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import type { Parts } from "../../ports/parts.ts";
import { ChainUnavailable, type DirectSender } from "../../ports/settlement-chain.ts";
import {
  findSigners,
  haltSigner,
  moveWaitingNonce,
  moveWaitingNonceBack,
  type SignerRow,
  type Turn,
  takeNonces as take,
} from "./store.ts";

/** None of our signers may sign. */
class SignersHalted extends ChainUnavailable {
  constructor() {
    super("The settlement signer has halted: its key was used by somebody else.");
  }
}

/** The chain knows a transaction of our key that we do not: what else the key signs is not ours to say. */
export class KeyUsedElsewhere extends ChainUnavailable {
  readonly signer: string;

  constructor(signer: string) {
    super("The settlement signer's key was used by somebody else.");
    this.signer = signer;
  }
}

/** Each of our signers in turn, without those that have halted. */
export async function nextSigner({ db, chain }: Parts, sender: DirectSender): Promise<Hex> {
  // The ledger itself refuses the only one, when its nonce is to be taken.
  if (sender.signers.length === 1) return sender.nextSigner();
  const rows = await findSigners(db, chain.chainId, sender.signers);
  const halted = new Set(rows.filter(({ haltedAt }) => haltedAt).map(({ address }) => address));
  for (let tries = sender.signers.length; tries > 0; tries -= 1) {
    const signer = sender.nextSigner();
    if (!halted.has(signer)) return signer;
  }
  throw new SignersHalted();
}

/**
 * Takes a signer's next nonces in the transaction that stores what is signed with them.
 *
 * @param take.transactionCount of the signer on the chain: it cannot be ahead of our ledger
 * @returns the first of them
 * @throws SignersHalted and KeyUsedElsewhere, which roll the transaction back
 */
export async function takeNonces(
  tx: Queryable,
  signer: { readonly chainId: number; readonly address: string },
  { count, transactionCount }: { readonly count: number; readonly transactionCount: number },
  now: Date,
): Promise<number> {
  const first = await take(tx, signer, { count, transactionCount }, now);
  if (first === null) throw new SignersHalted();
  if (first < transactionCount) throw new KeyUsedElsewhere(signer.address);
  return first;
}

/**
 * Notes whose turn it is on the chain.
 *
 * @param turn.nonce the signer's transaction count on the chain: the nonce that the next block can take
 * @returns for how long the chain has waited for that nonce, in milliseconds and in blocks; null when it has
 *   been past it before, or when nobody has taken it
 */
export async function noteTurn(
  db: Queryable,
  signer: { readonly chainId: number; readonly address: string },
  turn: Turn,
  now: Date,
): Promise<{ readonly waitedMs: number; readonly blocks: bigint } | null> {
  const find = async () => (await findSigners(db, signer.chainId, [signer.address]))[0];
  const isNoted = (row: SignerRow | undefined) =>
    row?.waitingNonce === turn.nonce && row.waitingBlock !== null;
  let row = await find();
  if (!isNoted(row)) {
    await moveWaitingNonce(db, signer, turn, now);
    row = await find();
  }
  const { waitingNonce = null, waitingSince = null, waitingBlock = null } = row ?? {};
  if (waitingNonce !== turn.nonce || waitingSince === null || waitingBlock === null) return null;
  return { waitedMs: now.getTime() - waitingSince.getTime(), blocks: turn.block - waitingBlock };
}

/** A reorganisation has taken a nonce's transaction back: it gets its full time once more. */
export function restartTurn(
  tx: Queryable,
  signer: { readonly chainId: number; readonly address: string },
  nonce: number,
  now: Date,
): Promise<void> {
  return moveWaitingNonceBack(tx, signer, nonce, now);
}

/**
 * How long the next transaction of a signer has waited for a block, in milliseconds; 0 when none waits.
 *
 * @param transactionCount of the signer on the chain
 */
export function waitedMs(
  { nextNonce, waitingNonce, waitingSince }: SignerRow,
  transactionCount: number,
  now: Date,
): number {
  const isWaiting = nextNonce > transactionCount && waitingNonce === transactionCount;
  return isWaiting && waitingSince !== null ? now.getTime() - waitingSince.getTime() : 0;
}

/**
 * Signers of ours that settle nothing just now: those that have halted, or are about to, since the chain has
 * more transactions of them than we, and those whose next transaction reaches no block.
 */
export async function signerTroubles(parts: Parts): Promise<string[]> {
  const { db, chain, clock, sender, settlementStuckMs } = parts;
  if (sender.kind === "provider") return [];
  const ledger = await findSigners(db, chain.chainId, sender.signers);
  const troubles = await Promise.all(
    ledger.map(async (signer) => {
      const { address, nextNonce, haltedAt, waitingNonce, waitingSince } = signer;
      const { transactionCount } = await sender.quote(address as Hex);
      if (haltedAt !== null || transactionCount > nextNonce) {
        return `The settlement signer ${address} has halted: its key was used by somebody else.`;
      }
      const waited = waitedMs(signer, transactionCount, clock.now());
      if (waited < Math.min(settlementStuckMs, longWaitMs)) return null;
      const since = waitingSince?.toISOString();
      return `The settlement signer ${address} waits for a block with its nonce ${waitingNonce} since ${since}.`;
    }),
  );
  return troubles.filter((trouble) => trouble !== null);
}

/** How long a transaction waits for a block before readiness says so, in milliseconds. */
const longWaitMs = 60_000;

/** Stops a signer for all processes, until `usance signers resume`. */
export async function halt({ db, chain, clock, log }: Parts, address: string): Promise<void> {
  if (await haltSigner(db, { chainId: chain.chainId, address }, clock.now())) {
    log.error({ signer: address }, "ALARM: somebody else has used a settlement signer's key");
  }
}
