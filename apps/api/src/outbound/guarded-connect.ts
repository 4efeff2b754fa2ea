import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { isPublicAddress, literalOf } from "./public-address.ts";

/** The address is none that webhooks are sent to. */
export class NotPublic extends Error {
  override readonly name = "NotPublic";
}

export type Resolve = typeof lookup;

/**
 * Connects to public addresses alone. Names are looked up once, here: what was checked is what is
 * connected to, so a name that changes its address in between gains nothing by it.
 *
 * @param options.resolve as node:dns looks names up
 */
export function guardedConnect(options: {
  readonly timeoutMs: number;
  readonly resolve?: Resolve;
}): buildConnector.connector {
  const { timeoutMs: timeout, resolve = lookup } = options;
  // Its type has no lookup, but what it does not know it hands to the socket.
  const how = { timeout, allowH2: false, lookup: publicLookup(resolve) };
  const connect = buildConnector(how as buildConnector.BuildOptions);
  return (target, done) => {
    // A literal is never looked up, so it is looked at here.
    const literal = literalOf(target.hostname);
    if (literal !== null && !isPublicAddress(literal)) {
      done(new NotPublic("The address is not a public one."), null);
      return;
    }
    connect(target, done);
  };
}

/** Looks a name up, and fails where any of its addresses is not public. */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        done(error ?? new Error("The name has no address."), "", 0);
      } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        done(new NotPublic("The name has an address that is not a public one."), "", 0);
      } else if (options.all === true) {
        done(null, addresses);
      } else {
        done(null, first.address, first.family);
      }
    });
  };
}
