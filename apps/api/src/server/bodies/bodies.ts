import type { IncomingMessage } from "node:http";
import type { RefusalTerms } from "../../kit/refusal.ts";
import { Turns } from "../../kit/turns.ts";
import { networkNameOf } from "../../operation/access/limits/network.ts";
import { type PublicError, publicRefusal } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Access, Bound } from "../../operation/ports/tally.ts";
import type { BodyMemory } from "./body-memory.ts";

const retryAfterSeconds = 1;

export const tooManyBodies: RefusalTerms = {
  kind: "too_many",
  code: "too_many_unfinished_bodies",
  message: "Too many unfinished request bodies from this address.",
  meaning: "Your network has many requests whose bodies have not arrived completely.",
  remedy: "Retry after `Retry-After` seconds, with fewer requests at once.",
  retryAfterSeconds,
};
export const noRoomForBodies: RefusalTerms = {
  kind: "unavailable",
  code: "body_memory_full",
  message: "Too many unfinished request bodies.",
  meaning: "The service holds as many unfinished bodies as its memory allows.",
  remedy: "Retry after `Retry-After` seconds.",
  retryAfterSeconds,
};

const refusals = { address: tooManyBodies, process: noRoomForBodies };

/** A request body that has not been read yet. */
export interface Body {
  readonly req: IncomingMessage;
  readonly access: Access;
  /** Reserves memory for `bytes` in total. @returns the limit that this would exceed, or null */
  hold(bytes: number): Bound | null;
  /** The error for an exceeded limit. Counts the refusal. */
  refusal(bound: Bound): PublicError;
  /** Releases all reserved memory. */
  release(): void;
  /**
   * Waits until a text of so many bytes may be parsed, if it is large.
   *
   * @throws PublicError 429 when it has waited for too long
   */
  waitToParse(bytes: number): Promise<void>;
}

export type BodyOf = (req: IncomingMessage, access: Access) => Body;

/** @param proxies number of trusted proxies in front of the service */
export function bodies({ tally }: Parts, memory: BodyMemory, proxies: number): BodyOf {
  const takeTurn = largeBodies();
  return (req, access) => {
    let held = 0; // most bodies arrive in one piece and reserve nothing
    const hold = (bytes: number) => {
      if (bytes === held) return null;
      const bound = memory.change(access, networkNameOf(proxies, req), bytes - held);
      if (bound === null) held = bytes;
      return bound;
    };
    const refusal = (bound: Bound) => {
      tally.bodyRefused(access, bound);
      return publicRefusal(refusals[bound]);
    };
    return {
      req,
      access,
      hold,
      refusal,
      release: () => void hold(0),
      waitToParse: async (bytes) => {
        if (bytes < largeBytes) return;
        if (!(await takeTurn(networkNameOf(proxies, req)))) throw refusal("address");
      },
    };
  };
}

/** From how many bytes on a body is large. Below, parsing takes about a millisecond, whatever the body is. */
export const largeBytes = 65_536;

/** How long a body waits, in milliseconds. How many of an address wait is limited by their memory. */
const waitMs = 10_000;

/** Below how many milliseconds a body's work is short. A batch of 1,000 usage events takes about 7. */
const shortMs = 20;

/**
 * Parses large bodies one at a time: parsing blocks the process, and a body of 1 MiB can be made to take longer than
 * 100 ms. After one that took long, other work has as much time. The addresses take turns.
 *
 * @returns a function that waits for a body's turn; false when the body has waited too long. The turn ends by itself
 *   after the synchronous work that follows
 */
export function largeBodies(): (address: string) => Promise<boolean> {
  const turns = new Turns({ maxWaiting: Number.POSITIVE_INFINITY, waitMs });
  return async (address) => {
    const end = await turns.take([
      { name: `address ${address}`, max: 1 },
      { name: "all", max: 1 },
    ]);
    if (end === null) return false;
    const begin = performance.now();
    setImmediate(() => {
      const tookMs = performance.now() - begin;
      if (tookMs < shortMs) end();
      else setTimeout(end, tookMs);
    });
    return true;
  };
}
