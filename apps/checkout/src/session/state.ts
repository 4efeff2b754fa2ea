import { isZero } from "@usance/ui";
import type { Payable, PaymentStatus, WalletPayment } from "../api/payable.ts";
import {
  filling,
  reduceWallet,
  type WalletEvent,
  type WalletState,
  withoutWallet,
} from "../wallet/state.ts";
import { changesBetween } from "./changed-terms.ts";

export interface OpenSession extends WalletState {
  readonly name: "open";
  readonly payable: Payable;
  /** As it was when the payer last went on, or when the page opened: what the payer has agreed to. */
  readonly agreed: Payable;
  /** Whether this page has seen the payment under way: then its end is news. */
  readonly followed: boolean;
}

export type State =
  | { readonly name: "loading" }
  | { readonly name: "unknown" }
  | { readonly name: "unreachable" }
  | OpenSession;

type Standing = Pick<PaymentStatus, "status" | "payment">;

export type Event =
  | { readonly type: "asked-again" }
  | { readonly type: "viewed"; readonly payable: Payable }
  | { readonly type: "viewed-again"; readonly payable: Payable }
  | { readonly type: "not-found" }
  | { readonly type: "not-reached" }
  | { readonly type: "status-read"; readonly status: Standing }
  | { readonly type: "answered"; readonly status: Standing }
  | { readonly type: "failure-seen" }
  | WalletEvent;

/** What the page shows. */
export type Screen =
  | Exclude<State["name"], "open">
  | "expired"
  | "cancelled"
  | "not-due"
  | "nothing-due"
  | "already-paid"
  | "paid"
  | "under-way"
  | "failed"
  | "closed"
  | "payable"
  | "connecting"
  | "wrong-chain"
  | "preparing"
  | "asking"
  | "sending";

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case "asked-again":
      return { name: "loading" };
    case "not-found":
      return { name: "unknown" };
    case "not-reached":
      return { name: "unreachable" };
    case "viewed":
      return {
        name: "open",
        payable: event.payable,
        agreed: event.payable,
        ...withoutWallet,
        followed: isUnderWay(event.payable),
      };
    default:
      return state.name === "open" ? reduceOpen(state, event) : state;
  }
}

type OpenEvent = Exclude<Event, { type: "asked-again" | "not-found" | "not-reached" | "viewed" }>;

function reduceOpen(session: OpenSession, event: OpenEvent): OpenSession {
  switch (event.type) {
    case "viewed-again":
      return withView(session, event.payable);
    case "stepped":
      return {
        ...reduceWallet(session, event),
        ...(goesOn.has(event.step.name) && { agreed: session.payable }),
      };
    case "status-read":
      return withStatus(session, event.status);
    case "answered":
      return { ...withStatus(session, event.status), step: filling, followed: true };
    case "failure-seen":
      return { ...session, followed: false };
    default:
      return reduceWallet(session, event);
  }
}

/** The steps with which the payer agrees to what the page shows. */
const goesOn: ReadonlySet<string> = new Set(["preparing", "sending"]);

/** Shows a new view. If its terms differ, the wallet is asked nothing more until the payer agrees to them. */
function withView(session: OpenSession, payable: Payable): OpenSession {
  const viewed = withStatus({ ...session, payable }, payable);
  const isChanged = changesBetween(session.payable, payable).length > 0;
  return isChanged && viewed.step.name !== "sending" ? { ...viewed, step: filling } : viewed;
}

/**
 * Takes over the API's latest answer. This cancels a request to the wallet whose result could no longer count, but not a
 * payment that is being sent, because the answer to that decides.
 */
function withStatus(session: OpenSession, { status, payment }: Standing): OpenSession {
  const payable = { ...session.payable, status, payment };
  const underWay = isUnderWay(payable);
  const over = underWay || status !== "PENDING";
  return {
    ...session,
    payable,
    followed: session.followed || underWay,
    step: over && session.step.name !== "sending" ? filling : session.step,
  };
}

/** A payment that was sent in time counts, even if the session has expired or was cancelled since. */
export const isUnderWay = ({ status, payment }: { status: Payable["status"]; payment: Payment }) =>
  status !== "PAID" && payment !== null && payment.status !== "FAILED";

type Payment = WalletPayment | null;

export function screenOf(state: State): Screen {
  if (state.name !== "open") return state.name;
  const { payable, step, followed } = state;
  if (payable.status === "PAID") return followed ? "paid" : "already-paid";
  if (isUnderWay(payable)) return "under-way";
  // A payment has no transaction that the wallet sends, and that is followed.
  if (step.name === "sending" || step.name === "approving") return "sending";
  if (payable.status === "EXPIRED") return "expired";
  if (payable.status === "CANCELLED") return "cancelled";
  if (payable.status === "DRAFT") return "not-due";
  if (payable.invoice !== null && isZero(payable.amountDue)) return "nothing-due";
  if (step.name === "filling" || step.name === "switching") {
    if (followed && payable.payment?.status === "FAILED") return "failed";
    if (isClosed(payable)) return "closed";
    return isOnWrongChain(state) ? "wrong-chain" : "payable";
  }
  return step.name;
}

/** An amount is due, but no payment is possible. */
const isClosed = ({ chain, amountDue }: Payable) => chain === null && !isZero(amountDue);

const isOnWrongChain = ({ payable: { chain }, connection }: OpenSession) =>
  chain !== null && connection !== null && connection.chainId !== chain.chainId;

const settled: ReadonlySet<Screen> = new Set([
  "loading",
  "unknown",
  "unreachable",
  "cancelled",
  "already-paid",
  "paid",
]);

/** Whether the session may still change by itself. A failed payment may have been late, not lost. */
export function mayChange(state: State): boolean {
  const screen = screenOf(state);
  if (screen === "expired") return state.name === "open" && state.payable.payment !== null;
  return !settled.has(screen);
}
