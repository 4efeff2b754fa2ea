import { usanceClient } from "@usance/sdk";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { type Admission, Admissions } from "./admission.ts";
import { Sessions, sessionHeader } from "./callers.ts";
import { contextOf, sendAnswer } from "./http.ts";
import { type CallOptions, type CallTerms, type PrepaidOptions, termsOf } from "./options.ts";
import { chargeAtEnd, isOver, type PaidResponse, refuse, refuseAtLimit } from "./paid-response.ts";
import type { Use } from "./run-call.ts";
import { type Offer, openSale, type Sale } from "./sale.ts";
import { tokenUnitsOf } from "./token-units.ts";
import { Wallets } from "./wallets.ts";

export interface Prepaid {
  /**
   * A middleware that sets aside what a call may cost before the route runs, and charges it when the response ends with a status
   * below 400.
   *
   * @throws RangeError for an invalid amount, quantity or expiry
   */
  call(options: CallOptions): RequestHandler;
  /** Says what the call of a response has used so far. The last time counts. @throws RangeError for an invalid amount or quantity */
  charge(res: Response, use: Use): void;
  /** Asks the service what is sold, which the first call does otherwise. @throws UsanceError when it does not answer */
  ready(): Promise<void>;
  /** Charges calls whose responses have not ended, and what the service has not answered. Call it when the server has closed. */
  close(): Promise<void>;
}

/**
 * Sells calls of an Express API from prepaid balances. Programs with a wallet pay by x402, and each payment tops their balance
 * up, so that one transaction pays for many calls.
 *
 * @throws RangeError or TypeError for invalid options
 */
export function prepaid(options: PrepaidOptions): Prepaid {
  const { baseUrl, apiKey, paymentPlanId, topUp = "1" } = options;
  const { origin } = new URL(options.origin);
  tokenUnitsOf(topUp);
  const onError = (error: unknown) => {
    try {
      options.onError(error);
    } catch {
      // Reporting an error must not cause another one.
    }
  };
  const usance = usanceClient({ baseUrl, apiKey });
  const gate = usance.gate({ ...options.gate, onError });
  const closedGate = usance.gate({ ...options.gate, openFor: { calls: 0 }, onError });
  const sessions = new Sessions(apiKey, origin);
  const wallets = new Wallets(usance, paymentPlanId);
  const admissions = new Admissions({ ...options, origin, gate, closedGate, sessions, wallets });
  const uses = new WeakMap<Response, Use>();
  const running = new Set<PaidResponse>();
  let opening: Promise<Sale> | undefined;

  function opened(): Promise<Sale> {
    // One that fails is tried again by the next call.
    opening ??= openSale(usance, { ...options, origin, onError }).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  /** @returns whether the route runs */
  async function run(
    { expiresInMs }: CallTerms,
    { begun, caller }: Extract<Admission, { readonly kind: "begun" }>,
    res: Response,
  ): Promise<boolean> {
    if (isOver(res)) {
      await begun.release();
      return false;
    }
    const used = () => uses.get(res) ?? {};
    const onSettled = () => void running.delete(response);
    const response = chargeAtEnd(res, begun, { used, expiresInMs, onError, onSettled });
    running.add(response);
    if (caller?.isSignedIn) res.set(sessionHeader, sessions.create(caller.wallet));
    res.set("Cache-Control", "private");
    return true;
  }

  function call(callOptions: CallOptions): RequestHandler {
    const terms = termsOf(callOptions, topUp);
    let sold: { readonly sale: Sale; readonly offer: Offer } | undefined;
    /** @returns whether the route runs */
    const isAdmitted = async (req: Request, res: Response) => {
      const sale = await opened();
      if (sold?.sale !== sale) sold = { sale, offer: sale.offer(terms) };
      const { offer } = sold;
      const admission = await admissions.admit(terms, sold, req, res);
      if (admission.kind === "begun") return run(terms, admission, res);
      if (isOver(res)) return false;
      if (admission.kind === "limit") refuseAtLimit(res, admission.limit);
      else if (admission.kind === "refused") sendAnswer(res, admission.answer);
      else {
        const asked = await offer.server.processHTTPRequest(contextOf(req, origin, false));
        if (asked.type === "payment-error") sendAnswer(res, asked.response);
      }
      return false;
    };
    return (req: Request, res: Response, next: NextFunction) => {
      isAdmitted(req, res)
        .then(
          (isSo) => {
            if (isSo) next();
          },
          (error: unknown) => {
            onError(error);
            refuse(res, error);
          },
        )
        .catch(onError);
    };
  }

  return {
    call,
    charge: (res, use) => {
      for (const amount of [use.amount, use.quantity]) {
        if (amount !== undefined) tokenUnitsOf(amount);
      }
      uses.set(res, use);
    },
    ready: async () => {
      await opened();
    },
    close: async () => {
      await Promise.all([...running].map((response) => response.settle()));
      await Promise.all([gate.close(), closedGate.close()]);
    },
  };
}
