import { largerOf, tokenUnitsOf } from "./token-units.ts";

/** What a call costs. Without `price` and `atMost`, the rate card of the plan prices its `quantity`. */
export interface CallOptions {
  /** What it costs, in USDC. */
  readonly price?: string;
  /** The most that it may cost, in USDC. The route says what it does cost with `charge`; otherwise it costs this. */
  readonly atMost?: string;
  /** How many units it uses, or may use at most. Default 1. */
  readonly quantity?: string;
  /** What stands before the `:` in the key of its usage event, which a rate card or a limit names. Default `calls`. */
  readonly keyPrefix?: string;
  /** How long the route may take, in milliseconds. Default ten minutes, at most a day. */
  readonly expiresInMs?: number;
  /** What it is, for programs that look for something to call. */
  readonly description?: string;
}

/** What a call costs, with the defaults. */
export interface CallTerms {
  readonly max: string | undefined;
  readonly quantity: string;
  readonly keyPrefix: string;
  readonly expiresInMs: number;
  readonly description: string | undefined;
  /** What a payment tops the balance up by. */
  readonly topUp: string;
}

/** @throws RangeError when an amount is none */
export function termsOf(
  {
    price,
    atMost,
    quantity = "1",
    keyPrefix = "calls",
    expiresInMs = 600_000,
    description,
  }: CallOptions,
  usualTopUp: string,
): CallTerms {
  const max = price ?? atMost;
  if (price !== undefined) tokenUnitsOf(price);
  const topUp = max === undefined ? usualTopUp : largerOf(usualTopUp, max);
  return { max, quantity, keyPrefix, expiresInMs, description, topUp };
}
