import { randomUUID } from "node:crypto";
import {
  type Gate,
  IdempotencyMismatchError,
  PaymentRequiredError,
  type ReachedLimit,
  UsanceError,
} from "@usance/sdk";
import type { HTTPResponseInstructions } from "@x402/core/server";
import type { Request, Response } from "express";
import { type Caller, callerOfPayment, type Sessions, sessionHeader, signedIn } from "./callers.ts";
import { contextOf } from "./http.ts";
import type { CallTerms, PrepaidOptions } from "./options.ts";
import { type BegunCall, beginCall } from "./run-call.ts";
import type { Offer, Sale } from "./sale.ts";
import { inTurn } from "./turns.ts";
import type { Subscriber, Wallets } from "./wallets.ts";

/**
 * What becomes of a request. With `low` (the balance) and `used` (the proof of who makes the call) it has to be paid. With
 * `refused`, its payment was.
 */
export type Admission =
  | { readonly kind: "begun"; readonly begun: BegunCall; readonly caller: Caller | null }
  | { readonly kind: "limit"; readonly limit: ReachedLimit }
  | { readonly kind: "refused"; readonly answer: HTTPResponseInstructions }
  | { readonly kind: "low" | "used" };

const low: Admission = { kind: "low" };

/** The refusals that a payment mends: it starts another subscription, or covers what a balance owes. */
const mendable: ReadonlySet<string> = new Set([
  ...["subscription_not_active", "subscription_not_of_service_and_user"],
  ...["balance_not_found", "balance_frozen"],
]);

export interface AdmissionParts
  extends Pick<PrepaidOptions, "serviceId" | "origin" | "subscriberOf" | "verifyMessage"> {
  /** Lets calls through while the service is away, as far as the seller allows. */
  readonly gate: Gate;
  /** Lets none through: a sign-in or a payment cannot be known to be used then. */
  readonly closedGate: Gate;
  readonly sessions: Sessions;
  readonly wallets: Wallets;
}

/** Finds who makes a request, and sets aside what the call may cost. */
export class Admissions {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** @throws UsanceError when the service is away */
  async admit(
    terms: CallTerms,
    { sale, offer }: { readonly sale: Sale; readonly offer: Offer },
    req: Request,
    res: Response,
  ): Promise<Admission> {
    const admission = await this.#admitCaller(terms, sale, req);
    const isPaid = req.get("PAYMENT-SIGNATURE") !== undefined;
    if (!isPaid || admission.kind === "begun" || admission.kind === "limit") return admission;
    return this.#admitPayment(terms, offer, req, res);
  }

  async #admitCaller(terms: CallTerms, { network }: Sale, req: Request): Promise<Admission> {
    const { sessions, subscriberOf, origin, verifyMessage } = this.#parts;
    const subscriber = (await subscriberOf?.(req)) ?? null;
    if (subscriber !== null) return this.#begin(terms, subscriber, null);
    const wallet = sessions.read(req.get(sessionHeader) ?? "");
    if (wallet !== null) return this.#beginOf(terms, { wallet });
    const signIn = req.get("SIGN-IN-WITH-X");
    const caller = signIn && (await signedIn(signIn, { origin, network, verifyMessage }));
    return caller ? this.#beginOf(terms, caller) : low;
  }

  /**
   * Admits a request by its payment. If the balance of its wallet has enough, the payment only proves who makes the call, and is
   * not carried out: so programs that do not sign in also pay by one transaction for many calls.
   */
  async #admitPayment(
    terms: CallTerms,
    { server, isSigned }: Offer,
    req: Request,
    res: Response,
  ): Promise<Admission> {
    const caller = callerOfPayment(req.get("PAYMENT-SIGNATURE"));
    if (caller === null) return low;
    const isProven = await isSigned(caller.payment);
    const work = async () => {
      const admission = isProven ? await this.#beginOf(terms, caller) : low;
      if (admission.kind !== "low") return admission;
      const result = await server.processHTTPRequest(contextOf(req, this.#parts.origin));
      if (result.type === "payment-error") {
        return { kind: "refused", answer: result.response } as const;
      }
      const settled = result.type === "payment-verified" && result.beforeHandlerSettlement;
      if (!settled) throw new Error("A payment is settled before its call.");
      res.set(server.createSettlementHeaders(settled.result));
      return this.#beginOf(terms, caller);
    };
    // One after another, so that what the first tops up pays for the others.
    return isProven ? inTurn(caller.wallet, work) : work();
  }

  async #beginOf(terms: CallTerms, caller: Caller): Promise<Admission> {
    const subscriber = await this.#parts.wallets.find(caller.wallet);
    return subscriber === null ? low : this.#begin(terms, subscriber, caller);
  }

  /** @param caller null: the seller has found the subscriber */
  async #begin(
    { quantity, max, keyPrefix, expiresInMs }: CallTerms,
    { userId, subscriptionId, balanceId }: Subscriber,
    caller: Caller | null,
  ): Promise<Admission> {
    const { gate, closedGate, serviceId, wallets } = this.#parts;
    const call = {
      ...{ serviceId, userId, subscriptionId, balanceId, quantity, expiresInMs },
      eventKey: `${keyPrefix}:${randomUUID()}`,
      ...(max !== undefined && { max }),
      ...(caller?.holdKey !== undefined && { key: caller.holdKey }),
    };
    try {
      return {
        kind: "begun",
        begun: await beginCall(caller?.holdKey === undefined ? gate : closedGate, call),
        caller,
      };
    } catch (error) {
      if (error instanceof PaymentRequiredError) {
        return error.limit === null ? low : { kind: "limit", limit: error.limit };
      }
      // A sign-in or a payment that was used has another hold with its key.
      if (error instanceof IdempotencyMismatchError) return { kind: "used" };
      if (!(error instanceof UsanceError && mendable.has(error.code ?? ""))) throw error;
      if (caller !== null) wallets.forget(caller.wallet);
      return low;
    }
  }
}
