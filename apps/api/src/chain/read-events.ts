import { BaseError, HttpRequestError, type PublicClient, TimeoutError } from "viem";
import { ChainUnavailable } from "./chain-errors.ts";
import { isMissingMethod, newestBlock, nodesTrouble } from "./rpc-client.ts";
import type { Search } from "./settlement-terms.ts";

/* All event logs are read here: providers limit how many blocks or events a query may cover, each in its own words. */

/** How many blocks are searched at a time at first, and at most. */
const firstRange = 2_000n;
const maxRange = 10_000n;

/** The range that a node accepts, as far as it is known. */
interface Range {
  blocks: bigint;
  /** How many ranges of that size were read. */
  streak: number;
  /** How many make it grow. A refused growth doubles it, so that a limit is not tried again with every other query. */
  patience: number;
  /** Whether it has grown, and this size was not answered yet. */
  isTrial: boolean;
}

const ranges = new WeakMap<PublicClient, Range>();

const usualPatience = 4;
const maxPatience = 256;

function rangeOf(client: PublicClient): Range {
  const fresh = { blocks: firstRange, streak: 0, patience: usualPatience, isTrial: false };
  const known = ranges.get(client) ?? fresh;
  ranges.set(client, known);
  return known;
}

function shrink(range: Range, refused: bigint): void {
  if (range.isTrial) range.patience = Math.min(range.patience * 2, maxPatience);
  range.blocks = refused > 1n ? refused / 2n : 1n;
  range.streak = 0;
  range.isTrial = false;
}

function grow(range: Range): void {
  if (range.isTrial) range.patience = usualPatience;
  range.isTrial = false;
  range.streak += 1;
  if (range.streak < range.patience || range.blocks >= maxRange) return;
  range.blocks = range.blocks * 2n < maxRange ? range.blocks * 2n : maxRange;
  range.streak = 0;
  range.isTrial = true;
}

interface Blocks {
  readonly fromBlock: bigint;
  readonly toBlock: bigint;
}

interface Read<Event> extends Blocks {
  readonly events: readonly Event[];
}

/**
 * Reads the events of blocks range by range. A range that the node refuses is read again in smaller ones. After several
 * answers in a row, ranges grow again.
 *
 * @param ask reads those of a range
 * @throws ChainUnavailable when the node refuses one block, or does not answer
 */
async function* readEvents<Event>(
  client: PublicClient,
  { fromBlock: first, toBlock: last, newestFirst }: Blocks & { readonly newestFirst: boolean },
  ask: (range: Blocks) => Promise<readonly Event[]>,
): AsyncGenerator<Read<Event>> {
  const range = rangeOf(client);
  let [from, to] = [first, last];
  while (from <= to) {
    const more = range.blocks - 1n;
    const asked = newestFirst
      ? { fromBlock: to - from > more ? to - more : from, toBlock: to }
      : { fromBlock: from, toBlock: to - from > more ? from + more : to };
    const width = asked.toBlock - asked.fromBlock + 1n;
    let events: readonly Event[];
    try {
      events = await ask(asked);
    } catch (error) {
      if (!(error instanceof BaseError)) throw error;
      const isMissing = isMissingMethod(error);
      if (!isMissing) shrink(range, width);
      if (isSilent(error)) throw error;
      if (width > 1n && !isMissing) continue;
      const cause = nodesTrouble(error);
      throw new ChainUnavailable("The settlement chain's node refuses to search its logs.", {
        cause,
      });
    }
    if (width === range.blocks) grow(range);
    if (newestFirst) to = asked.fromBlock - 1n;
    else from = asked.toBlock + 1n;
    yield { ...asked, events };
  }
}

/** Reads all events of a contract from a block on, oldest first. */
export async function readAllEvents<Event>(
  client: PublicClient,
  fromBlock: bigint,
  ask: (range: Blocks) => Promise<readonly Event[]>,
): Promise<Event[]> {
  const toBlock = await newestBlock(client);
  const all: Event[] = [];
  for await (const { events } of readEvents(
    client,
    { fromBlock, toBlock, newestFirst: false },
    ask,
  )) {
    all.push(...events);
  }
  return all;
}

/** Returns whether a node did not answer or asks to wait. A smaller range would not be answered either. */
const isSilent = (error: BaseError) =>
  error.walk(
    (cause) =>
      cause instanceof TimeoutError ||
      (cause instanceof HttpRequestError && (cause.status === undefined || cause.status === 429)),
  ) !== null;

/**
 * Finds by binary search the block in which something appeared, from the state of about 25 blocks. It must not disappear
 * again. A node that has only the newest states narrows the blocks down as far as it has them.
 *
 * @param range it is there in the last block, and was not before the first
 * @param isThere reads whether it is there, from the state of a block
 * @returns the blocks in one of which it appeared
 */
export async function findAppearance(
  { fromBlock, toBlock }: Blocks,
  isThere: (blockNumber: bigint) => Promise<boolean>,
): Promise<Blocks> {
  let [absent, unknown, present] = [fromBlock - 1n, fromBlock - 1n, toBlock];
  while (present - unknown > 1n) {
    const middle = unknown + (present - unknown) / 2n;
    const answer = await isThere(middle).catch((error: unknown) => {
      if (!(error instanceof BaseError) || isSilent(error)) throw error;
      return null; // the node has no state of that block
    });
    if (answer === true) present = middle;
    else unknown = middle;
    if (answer === false) absent = middle;
  }
  return { fromBlock: absent + 1n, toBlock: present };
}

/** Finds the first block that a contract may have emitted events in: that of its deployment. */
export async function findDeployment(
  client: PublicClient,
  address: `0x${string}`,
  latest: bigint,
): Promise<bigint> {
  const deployed = await findAppearance(
    { fromBlock: 0n, toBlock: latest },
    async (blockNumber) => (await client.getCode({ address, blockNumber })) !== undefined,
  );
  return deployed.fromBlock;
}

/** Finds the first block of a time or later, from the blocks' own times. */
export async function findBlockAt(
  client: PublicClient,
  seconds: bigint,
  latest: bigint,
): Promise<bigint> {
  const at = await findAppearance(
    { fromBlock: 0n, toBlock: latest },
    async (blockNumber) => (await client.getBlock({ blockNumber })).timestamp >= seconds,
  );
  return at.fromBlock;
}

/** Where an event is searched. */
export interface EventSearch {
  readonly fromBlock: bigint;
  /** The number of blocks after which reorganizations are no longer expected. */
  readonly finality: number;
  readonly search: Search;
}

/**
 * Searches blocks for one event, newest first. It continues where an earlier search ended.
 *
 * @param blocks it appeared in one of them
 * @param ask reads the matching events of a range
 * @throws ChainUnavailable also when the time limit is reached; the next search continues
 */
export async function searchNewestFirst<Event>(
  client: PublicClient,
  blocks: Blocks,
  { latest, finality, search }: Omit<EventSearch, "fromBlock"> & { readonly latest: bigint },
  ask: (range: Blocks) => Promise<readonly Event[]>,
): Promise<Event | null> {
  const { fromBlock } = blocks;
  // In blocks that a reorganization may still replace, nothing counts as searched.
  const isFinal = blocks.toBlock <= latest - BigInt(finality);
  const searchedFrom = isFinal && blocks.toBlock > fromBlock ? await search.searchedFrom() : null;
  const goesOn = searchedFrom !== null && searchedFrom <= blocks.toBlock;
  const toBlock = goesOn ? searchedFrom - 1n : blocks.toBlock;
  const endsAt = performance.now() + search.maxMs;
  const order = { fromBlock, toBlock, newestFirst: true };
  for await (const { events, fromBlock: searched } of readEvents(client, order, ask)) {
    const [event] = events;
    if (event !== undefined) return event;
    if (isFinal && searched > fromBlock) await search.keep(searched);
    if (searched > fromBlock && performance.now() > endsAt) {
      throw new ChainUnavailable(
        `The settlement chain's logs are still searched: down to block ${searched} of ${fromBlock}.`,
      );
    }
  }
  return null;
}
