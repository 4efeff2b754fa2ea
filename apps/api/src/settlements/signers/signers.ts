import { ChainUnavailable } from "../../chain/chain-errors.ts";
import type { DirectSigner } from "../../chain/direct-signer.ts";
import type { OwnSigner } from "../../chain/executor.ts";
import type { GasFunds } from "../../chain/fees.ts";
import { type InTransaction, inTransaction, type Queryable } from "../../db/client.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { newId } from "../../kit/ids.ts";
import { everyone } from "../../kit/tenant.ts";
import { noteWrite } from "../../operation/access/audit/note-write.ts";
import type { Parts, SettlementParts } from "../../operation/ports/parts.ts";
import {
  type ExpectedNonce,
  findSigners,
  haltSigner,
  moveWaitingNonce,
  resumeSigner as resume,
  type SignerId,
  type SignerRow,
  takeNonces as take,
} from "./store.ts";

/** All signers have halted. */
class SignersHalted extends ChainUnavailable {
  constructor() {
    super("The settlement signer has halted: its key was used by somebody else.");
  }
}

/** The chain has a transaction from our key that this service did not sign. The key may be stolen. */
export class KeyUsedElsewhere extends ChainUnavailable {
  readonly signer: string;

  constructor(signer: string) {
    super("The settlement signer's key was used by somebody else.");
    this.signer = signer;
  }
}

/** Returns the signer of the next settlement, round-robin, without halted signers. */
export async function nextSigner({
  db,
  chain,
  sender,
}: Pick<Parts, "db" | "chain"> & { readonly sender: DirectSigner }): Promise<Hex> {
  // A single signer is not checked here: takeNonces refuses it if it has halted.
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
 * Takes a signer's next nonces, in the transaction that stores what is signed with them.
 *
 * @param wanted.transactionCount the signer's transaction count on the chain, which must not exceed our own count
 * @returns the first nonce
 * @throws SignersHalted and KeyUsedElsewhere, which roll the transaction back
 */
export async function takeNonces(
  { tx, now }: InTransaction,
  signer: SignerId,
  { count, transactionCount }: { readonly count: number; readonly transactionCount: number },
): Promise<number> {
  const first = await take(tx, signer, { count, transactionCount }, now);
  if (first === null) throw new SignersHalted();
  if (first < transactionCount) throw new KeyUsedElsewhere(signer.address);
  return first;
}

/** How long the chain has waited for a nonce. */
interface NonceWait {
  readonly waitedMs: number;
  readonly blocks: bigint;
}

/** The number of blocks that a transaction must have missed before its nonce is freed. */
const blocksToWait = 10n;

/**
 * Returns whether a nonce is the one that the chain expects next, and has waited too long. It notes that wait. While the chain
 * produces no blocks, a replacement would not land either.
 */
export async function isNonceStuck(
  {
    settlementStuckMs,
    ...at
  }: Parameters<typeof noteNonceWait>[0] & Pick<Parts, "settlementStuckMs">,
  signer: SignerId,
  nonce: number,
  expected: ExpectedNonce,
): Promise<boolean> {
  const waiting = await noteNonceWait(at, signer, expected);
  return (
    expected.nonce === nonce &&
    waiting !== null &&
    waiting.waitedMs >= settlementStuckMs &&
    waiting.blocks >= blocksToWait
  );
}

/**
 * Stores the nonce that the chain expects next, and returns how long the chain has waited for it.
 *
 * @param expected.nonce the signer's transaction count on the chain: the nonce that the next block can take
 * @returns null when the chain has already passed the nonce, or when it was not taken
 */
async function noteNonceWait(
  { db, now }: { readonly db: Queryable; readonly now: Date },
  signer: SignerId,
  expected: ExpectedNonce,
): Promise<NonceWait | null> {
  const find = async () => (await findSigners(db, signer.chainId, [signer.address]))[0];
  const isNoted = (row: SignerRow | undefined) =>
    row?.waitingNonce === expected.nonce && row.waitingBlock !== null;
  let row = await find();
  if (!isNoted(row)) {
    await moveWaitingNonce(db, signer, expected, now);
    row = await find();
  }
  const { waitingNonce = null, waitingSince = null, waitingBlock = null } = row ?? {};
  if (waitingNonce !== expected.nonce || waitingSince === null || waitingBlock === null)
    return null;
  return {
    waitedMs: now.getTime() - waitingSince.getTime(),
    blocks: expected.block - waitingBlock,
  };
}

/**
 * Returns how long a signer's next transaction has waited for a block, in milliseconds; 0 when none waits.
 *
 * @param transactionCount the signer's transaction count on the chain
 */
function waitedMs(
  { nextNonce, waitingNonce, waitingSince }: SignerRow,
  transactionCount: number,
  now: Date,
): number {
  const isWaiting = nextNonce > transactionCount && waitingNonce === transactionCount;
  return isWaiting && waitingSince !== null ? now.getTime() - waitingSince.getTime() : 0;
}

/** A signer's transaction count on the chain, and its row; without a row, it has never signed. */
interface ComparedSigner {
  readonly signer: OwnSigner;
  readonly transactionCount: number;
  readonly row: SignerRow | undefined;
}

/**
 * Reads the signers' transaction counts and then their rows. In the other order, a transaction sent in between would
 * be on the chain and not in the row, as if somebody else had used the key.
 *
 * @returns an empty list with a provider
 */
async function comparedSigners({
  db,
  chain,
  executor,
}: Pick<Parts, "db" | "chain" | "executor">): Promise<ComparedSigner[]> {
  const { signers } = executor;
  const counts = await Promise.all(
    signers.map(async (signer) => ({ signer, transactionCount: await signer.transactionCount() })),
  );
  const addresses = signers.map(({ address }) => address);
  const rows = await findSigners(db, chain.chainId, addresses);
  return counts.map((count) => ({
    ...count,
    row: rows.find(({ address }) => address === count.signer.address),
  }));
}

/** How long a transaction may wait for a block before readiness reports it, in milliseconds. */
const longWaitMs = 60_000;

/**
 * Finds signers that cannot settle now: those that have halted, those about to halt because the chain has more of their
 * transactions than we know, and those whose next transaction does not reach a block.
 *
 * @returns a sentence for each; empty with a provider
 */
export async function signerTroubles({
  db,
  chain,
  clock,
  executor,
  settlementStuckMs,
}: SettlementParts): Promise<string[]> {
  const compared = await comparedSigners({ db, chain, executor });
  const troubles = compared.map(({ signer: { address }, transactionCount, row }) => {
    if (row === undefined) return null; // it has never signed
    const { nextNonce, haltedAt, waitingNonce, waitingSince } = row;
    if (haltedAt !== null || transactionCount > nextNonce) {
      return `The settlement signer ${address} has halted: its key was used by somebody else.`;
    }
    const waited = waitedMs(row, transactionCount, clock.now());
    if (waited < Math.min(settlementStuckMs, longWaitMs)) return null;
    const since = waitingSince?.toISOString();
    return `The settlement signer ${address} waits for a block with its nonce ${waitingNonce} since ${since}.`;
  });
  return troubles.filter((trouble) => trouble !== null);
}

/** Halts a signer in all processes, until `usance signers resume`. */
export async function halt(
  { db, chain, clock, log }: SettlementParts,
  address: string,
): Promise<void> {
  if (await haltSigner(db, { chainId: chain.chainId, address }, clock.now())) {
    log.error({ signer: address }, "ALARM: somebody else has used a settlement signer's key");
  }
}

/**
 * Lets a halted signer sign again, starting after its transactions on the chain. The operator who resumes it must know
 * who used its key.
 *
 * @param transactionCount the number of the address's transactions in the chain
 * @returns null when the signer had not halted, or is unknown
 */
export function resumeSigner(
  { db, clock }: Pick<Parts, "db" | "clock">,
  signer: { readonly chainId: number; readonly address: string },
  transactionCount: number,
): Promise<SignerRow | null> {
  const at = clock.now();
  return inTransaction(db, async (tx) => {
    const resumed = await resume(tx, signer, transactionCount, at);
    if (resumed === null) return null;
    const by = { apiKeyId: "usance signers", tenant: everyone, requestId: newId() };
    await noteWrite(
      { tx, now: at },
      { ...by, operation: "signers.resume" },
      { id: signer.address },
    );
    return resumed;
  });
}

/** The state of one account that sends settlements, as metrics. */
export interface SignerFigures extends GasFunds {
  readonly address: string;
  /** The number of nonces that are taken but not yet used on the chain. */
  readonly nonceGap: number;
  readonly halted: boolean;
  /** How long the next of these nonces has waited for a block, in seconds; 0 when none waits. */
  readonly waitingSeconds: number;
}

/** Reads the metrics of every signer. @returns an empty list with a provider, which monitors its own wallet */
export async function signerFigures({
  db,
  chain,
  clock,
  executor,
}: SettlementParts): Promise<SignerFigures[]> {
  const compared = await comparedSigners({ db, chain, executor });
  return Promise.all(
    compared.map(async ({ signer, transactionCount, row }) => {
      const funds = await signer.funds();
      const nonceGap = row === undefined ? 0 : row.nextNonce - transactionCount;
      const waited = row === undefined ? 0 : waitedMs(row, transactionCount, clock.now());
      const halted = (row?.haltedAt ?? null) !== null;
      return {
        address: signer.address,
        ...funds,
        nonceGap,
        halted,
        waitingSeconds: waited / 1_000,
      };
    }),
  );
}
