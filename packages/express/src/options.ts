import type { GateOptions } from "@usance/sdk";
import type { EVMMessageVerifier } from "@x402/extensions/sign-in-with-x";
import type { Request } from "express";
import { largerOf, tokenUnitsOf } from "./token-units.ts";
import type { Subscriber } from "./wallets.ts";

export interface PrepaidOptions {
  /** Address of the service, without the API root: `https://billing.example.com`. */
  readonly baseUrl: string;
  /** An API key with the scopes `services:read`, `x402:read`, `x402:write`, `holds:write` and `usage-events:write`. */
  readonly apiKey: string;
  /** The service that is sold. Its `payoutAddress` is paid. */
  readonly serviceId: string;
  /** The `USAGE_BASED` plan that is used. */
  readonly paymentPlanId: string;
  /** Where callers reach this server: `https://api.example.com`. Sign-ins for other servers are refused. */
  readonly origin: string;
  /** Called with each error that a caller is not told in full: the service is away, or a charge was refused. */
  readonly onError: (error: unknown) => void;
  /** What a payment tops a balance up by, in USDC. Default 1: the most that x402 clients pay unless they are told otherwise. */
  readonly topUp?: string;
  /** Finds the subscriber of a request without a wallet, for example by an API key of yours. null: it has none. */
  readonly subscriberOf?: (req: Request) => Promise<Subscriber | null> | Subscriber | null;
  /** Checks sign-ins of wallets that are contracts: `verifyMessage` of a viem client. Without it these cannot sign in, only pay. */
  readonly verifyMessage?: EVMMessageVerifier;
  /** How calls are checked and charged. `openFor` lets some through while the service is away; by default none is. */
  readonly gate?: Omit<GateOptions, "onError">;
}

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
  /** How long the route may take, in milliseconds: from a minute to 23 hours. Default ten minutes. */
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

/** @throws RangeError for an invalid amount, quantity or expiry */
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
  for (const amount of [price, atMost, quantity]) {
    if (amount !== undefined && tokenUnitsOf(amount) === 0n) throw new RangeError("0 is no price.");
  }
  if (!(expiresInMs >= 60_000 && expiresInMs <= 82_800_000)) {
    throw new RangeError("expiresInMs must be from 60000 to 82800000.");
  }
  const topUp = max === undefined ? usualTopUp : largerOf(usualTopUp, max);
  return { max, quantity, keyPrefix, expiresInMs, description, topUp };
}
