import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { passOverContinue } from "./pass-over-continue.ts";
import { literalOf } from "./public-address.ts";
import { type Resolve, sharedLookup } from "./shared-lookup.ts";

/** Webhooks must not be sent to this address. */
export class NotPublic extends Error {
  override readonly name = "NotPublic";
}

/**
 * Connects only to allowed addresses. The name is looked up and checked as part of connecting, so a name that changes
 * its address between check and connection (DNS rebinding) has no effect.
 *
 * @param options.isAllowed whether connections to an IPv4 or IPv6 address are allowed
 */
export function guardedConnect(options: {
  readonly timeoutMs: number;
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: Resolve;
}): buildConnector.connector {
  const { timeoutMs: timeout, isAllowed, resolve } = options;
  // Undici's type has no `lookup`, but it passes unknown options to the socket.
  const how = { timeout, allowH2: false, lookup: guardedLookup(isAllowed, resolve) };
  const connect = buildConnector(how as buildConnector.BuildOptions);
  return (target, done) => {
    // An IP address in the URL is never looked up, so it is checked here.
    const literal = literalOf(target.hostname);
    if (literal !== null && !isAllowed(literal)) {
      done(new NotPublic("The address is not a public one."), null);
      return;
    }
    connect(target, (...opened) => {
      const [error, socket] = opened;
      if (error === null) done(null, passOverContinue(socket));
      else done(error, null);
    });
  };
}

/** Looks up a name. Fails if any of its addresses is not allowed. */
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
