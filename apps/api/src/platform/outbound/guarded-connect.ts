import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { literalOf } from "./public-address.ts";
import { type Resolve, sharedLookup } from "./shared-lookup.ts";

/** The address is none that webhooks are sent to. */
export class NotPublic extends Error {
  override readonly name = "NotPublic";
}

/**
 * Connects to addresses that are allowed. Names are looked up once a connection, here: what was checked is what
 * is connected to, so a name that changes its address in between gains nothing by it.
 *
 * @param options.isAllowed says it of an IPv4 or IPv6 address
 */
export function guardedConnect(options: {
  readonly timeoutMs: number;
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: Resolve;
}): buildConnector.connector {
  const { timeoutMs: timeout, isAllowed, resolve } = options;
  // Its type has no lookup, but what it does not know it hands to the socket.
  const how = { timeout, allowH2: false, lookup: guardedLookup(isAllowed, resolve) };
  const connect = buildConnector(how as buildConnector.BuildOptions);
  return (target, done) => {
    // A literal is never looked up, so it is looked at here.
    const literal = literalOf(target.hostname);
    if (literal !== null && !isAllowed(literal)) {
      done(new NotPublic("The address is not a public one."), null);
      return;
    }
    connect(target, done);
  };
}

/** Looks a name up, and fails where any of its addresses is not allowed. */
export function guardedLookup(
  isAllowed: (address: string) => boolean,
  resolve: Resolve,
): LookupFunction {
  const lookUp = sharedLookup(resolve);
  return (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        done(error ?? new Error("The name has no address."), "", 0);
      } else if (!addresses.every(({ address }) => isAllowed(address))) {
        done(new NotPublic("The name has an address that is not a public one."), "", 0);
      } else if (options.all === true) {
        done(null, addresses);
      } else {
        done(null, first.address, first.family);
      }
    });
  };
}
