import { ApiError } from "../api/api-error.ts";
import type { Payable, PayInput, PaymentApi, Prepared } from "../api/payable.ts";
import { isSameTerms } from "../session/changed-terms.ts";
import type { Event } from "../session/state.ts";
import {
  askWallet,
  assertChain,
  type Payer,
  untilApproved,
  type WalletParts,
} from "../wallet/ask-wallet.ts";
import { sendTransaction, signTypedData } from "../wallet/requests.ts";
import type { Asked } from "../wallet/state.ts";
import { PaymentStopped } from "./problems.ts";

/** What the payer has entered on the page. */
export interface Terms {
  readonly id: string;
  /** null if the session names the subscriber. */
  readonly user: PayInput["user"] | null;
  /** null: no spending cap. */
  readonly capAmount: string | null;
  /** What the page shows, to which the payer agrees. */
  readonly shown: Payable["terms"];
}

export interface FlowParts extends WalletParts {
  readonly api: PaymentApi;
  readonly report: (event: Event) => void;
}

type Signed = Pick<PayInput, "payerAddress" | "payment" | "cap">;

/**
 * From the form to the API's answer: prepares, has the wallet sign, and sends.
 *
 * @param payer null if nothing is due and no cap is given
 * @throws WalletError, ApiError or PaymentStopped when it failed; the signal's reason when it was aborted
 */
export async function pay(terms: Terms, payer: Payer | null, parts: FlowParts): Promise<void> {
  const signed = payer === null ? {} : await sign(terms, payer, parts);
  parts.report({ type: "stepped", step: { name: "sending" } });
  const { id, user, shown } = terms;
  const status = await parts.api
    .pay({ id, ...(user && { user }), ...signed, terms: shown }, parts.signal)
    .catch((error: unknown) => viewAgain(error, terms, parts));
  parts.report({ type: "answered", status });
}

async function sign(terms: Terms, payer: Payer, parts: FlowParts): Promise<Signed> {
  const { provider, address } = payer;
  const { report } = parts;
  const ask = <Answer>(what: Asked, request: () => Promise<Answer>) =>
    askWallet(what, request, parts);

  report({ type: "stepped", step: { name: "preparing" } });
  await assertChain(payer, parts);
  const first = await prepare(terms, payer, parts);
  report({ type: "prepared", asks: asksOf(first) });

  const approval = first.cap?.approval;
  let prepared = first;
  if (approval) {
    const transactionHash = await ask("approval", () =>
      sendTransaction(provider, { from: address, ...approval }),
    );
    const approved = { ...terms, capAllowance: first.cap?.allowance ?? null };
    prepared = await untilApproved(transactionHash, provider, parts, {
      prepare: () => prepare(approved, payer, parts),
      isApproved: ({ cap }) => !cap?.approval,
    });
  }
  const { cap, payment } = prepared;
  const capSignature =
    cap && (await ask("cap", () => signTypedData(provider, address, cap.typedData)));
  const signature =
    payment && (await ask("payment", () => signTypedData(provider, address, payment.typedData)));
  return {
    payerAddress: address,
    ...(payment && signature && { payment: { validUntil: payment.validUntil, signature } }),
    ...(cap &&
      capSignature && {
        cap: {
          amount: cap.amount,
          validUntil: cap.validUntil,
          nonce: cap.nonce,
          signature: capSignature,
        },
      }),
  };
}

/** The terms once the wallet has sent an approval. */
type Approved = Terms & {
  /** The allowance to approve now, as it was prepared. */
  readonly capAllowance: string | null;
};

const prepare = (terms: Terms & Partial<Approved>, payer: Payer, parts: FlowParts) => {
  const { id, capAmount, capAllowance = null, shown } = terms;
  return parts.api
    .prepare(
      {
        id,
        payerAddress: payer.address,
        terms: shown,
        ...(capAmount !== null && { capAmount }),
        ...(capAllowance !== null && { capAllowance }),
      },
      parts.signal,
    )
    .catch((error: unknown) => viewAgain(error, terms, parts));
};

const asksOf = ({ cap, payment }: Prepared): readonly Asked[] => [
  ...(cap?.approval ? (["approval"] as const) : []),
  ...(cap ? (["cap"] as const) : []),
  ...(payment ? (["payment"] as const) : []),
];

/**
 * Reads the record again after a refusal, which may mean that it has changed. The page then shows the changed record, and
 * the payer decides again.
 *
 * @throws PaymentStopped when the record is gone or its terms have changed; otherwise the error itself
 */
async function viewAgain(error: unknown, { id, shown }: Terms, parts: FlowParts): Promise<never> {
  if (!(error instanceof ApiError)) throw error;
  if (error.kind === "unknown") {
    parts.report({ type: "not-found" });
    throw new PaymentStopped(null);
  }
  if (error.kind !== "refused") throw error;
  const payable = await parts.api.view(id, parts.signal);
  parts.report({ type: "viewed-again", payable });
  if (!isSameTerms(payable.terms, shown)) throw new PaymentStopped(null);
  throw error;
}
