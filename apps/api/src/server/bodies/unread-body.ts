import type { RefusalTerms } from "../../kit/refusal.ts";
import { networkNameOf } from "../../operation/access/limits/network.ts";
import { type PublicError, publicRefusal } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Access, Bound } from "../../operation/ports/tally.ts";
import type { Exchange } from "../exchange.ts";
import type { BodyMemory, Hold } from "./body-memory.ts";
import { LargeBodies } from "./large-bodies.ts";

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
  readonly req: Exchange["req"];
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
  turn(bytes: number): Promise<void>;
}

export type BodyOf = (exchange: Pick<Exchange, "req">, access: Access) => Body;

/** @param proxies number of trusted proxies in front of the service */
export function bodies(
  { tally }: Pick<Parts, "tally">,
  memory: BodyMemory,
  proxies: number,
): BodyOf {
  const large = new LargeBodies();
  return ({ req }, access) => {
    let hold: Hold | undefined; // most bodies arrive in one piece and reserve nothing
    return {
      req,
      access,
      hold: (bytes) => {
        hold ??= memory.hold(access, networkNameOf(proxies, req));
        return hold.to(bytes);
      },
      refusal: (bound) => {
        tally.bodyTurnedAway(access, bound);
        return publicRefusal(refusals[bound]);
      },
      release: () => hold?.release(),
      turn: async (bytes) => {
        if (!(await large.turn(networkNameOf(proxies, req), bytes))) {
          tally.bodyTurnedAway(access, "address");
          throw publicRefusal(tooManyBodies);
        }
      },
    };
  };
}
