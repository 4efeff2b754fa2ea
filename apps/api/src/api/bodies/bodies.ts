import { networkNameOf } from "../../access/limits/network.ts";
import type { RefusalTerms } from "../../lib/refusal.ts";
import { type PublicError, publicRefusal } from "../../operation/errors.ts";
import type { Parts } from "../../ports/parts.ts";
import type { Access, Bound } from "../../ports/tally.ts";
import type { Exchange } from "../exchange.ts";
import type { BodyMemory, Hold } from "./body-memory.ts";

const retryAfterSeconds = 1;

export const tooManyBodies: RefusalTerms = {
  kind: "too_many",
  message: "Too many unfinished request bodies from this address.",
  retryAfterSeconds,
};
export const noRoomForBodies: RefusalTerms = {
  kind: "unavailable",
  message: "Too many unfinished request bodies.",
  retryAfterSeconds,
};

const refusals = { address: tooManyBodies, process: noRoomForBodies };

/** A body that is yet to be read. */
export interface Body {
  readonly req: Exchange["req"];
  readonly access: Access;
  /** Takes so many bytes of memory in all. @returns what has no room for them */
  hold(bytes: number): Bound | null;
  /** What the caller is told then. It is counted, and the answer gets its Retry-After. */
  refusal(bound: Bound): PublicError;
  /** Gives all of it back. */
  release(): void;
}

export type BodyOf = (exchange: Pick<Exchange, "req" | "headers">, access: Access) => Body;

/** @param proxies how many in front say where a request is from */
export function bodies(
  { tally }: Pick<Parts, "tally">,
  memory: BodyMemory,
  proxies: number,
): BodyOf {
  return ({ req, headers }, access) => {
    let hold: Hold | undefined; // most bodies come whole, and need none
    return {
      req,
      access,
      hold: (bytes) => {
        hold ??= memory.hold(access, networkNameOf(proxies, req));
        return hold.to(bytes);
      },
      refusal: (bound) => {
        tally.bodyTurnedAway(access, bound);
        headers["Retry-After"] = String(retryAfterSeconds);
        return publicRefusal(refusals[bound]);
      },
      release: () => hold?.release(),
    };
  };
}
