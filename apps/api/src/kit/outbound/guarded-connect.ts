import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Resolve } from "./dns-lookup.ts";
import { NoAnswer } from "./exchange.ts";
import { passOverContinue } from "./pass-over-continue.ts";
import { literalOf } from "./public-address.ts";

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
  const lookup = guardedLookup(isAllowed, resolve);
  // Undici's type has no `lookup`, but it passes unknown options to the socket.
  const how = { timeout, allowH2: false, autoSelectFamily: true, lookup };
  const connect = buildConnector(how as buildConnector.BuildOptions);
  return (target, done) => {
    // An IP address in the URL is never looked up, so it is checked here.
    const literal = literalOf(target.hostname);
    if (literal !== null && !isAllowed(literal)) {
      done(new NoAnswer("The address is not a public one."), null);
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error === null) done(null, passOverContinue(socket));
      else done(error, null);
    });
  };
}

/**
 * Looks up all addresses of a name, for a socket that tries each (`autoSelectFamily`). Fails if any of them is not
 * allowed. Concurrent look-ups of a name share one: a look-up cannot be cancelled, so slow ones for a busy host would
 * otherwise accumulate long after their requests were abandoned.
 */
export function guardedLookup(
  isAllowed: (address: string) => boolean,
  resolve: Resolve,
): LookupFunction {
  const running = new Map<string, Promise<LookupAddress[]>>();
  return (hostname, _, done) => {
    const found =
      running.get(hostname) ?? resolve(hostname).finally(() => running.delete(hostname));
    running.set(hostname, found);
    found.then(
      (addresses) => {
        if (addresses.every(({ address }) => isAllowed(address))) done(null, addresses);
        else done(new NoAnswer("The name has an address that is not a public one."), []);
      },
      (error) => done(error, []),
    );
  };
}
