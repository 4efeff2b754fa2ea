import { ApiError } from "../api/api-error.ts";
import type { PayInput, PaymentApi, Prepared } from "../api/payable.ts";
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

/** What the payer has entered on the page. */
export interface Terms {
  readonly id: string;
  /** null if the session names the subscriber. */
  readonly user: PayInput["user"] | null;
  /** null: no spending cap. */
  readonly capAmount: string | null;
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
  const { id, user } = terms;
  const status = await parts.api
    .pay({ id, ...(user && { user }), ...signed }, parts.signal)
    .catch(async (error: unknown) => {
      await tellStatus(error, id, parts);
      throw error;
    });
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

const prepare = (
  { id, capAmount, capAllowance = null }: Terms & Partial<Approved>,
  payer: Payer,
  parts: FlowParts,
) =>
  parts.api
    .prepare(
      {
        id,
        payerAddress: payer.address,
        ...(capAmount !== null && { capAmount }),
        ...(capAllowance !== null && { capAllowance }),
      },
      parts.signal,
    )
    .catch(async (error: unknown) => {
      await tellStatus(error, id, parts);
      throw error;
    });

const asksOf = ({ cap, payment }: Prepared): readonly Asked[] => [
  ...(cap?.approval ? (["approval"] as const) : []),
  ...(cap ? (["cap"] as const) : []),
  ...(payment ? (["payment"] as const) : []),
];

/** A refusal may mean that the session has changed meanwhile. Then the page shows the changed session. */
async function tellStatus(error: unknown, id: string, parts: FlowParts): Promise<void> {
  if (!(error instanceof ApiError) || error.kind !== "refused") return;
  parts.report({ type: "status-read", status: await parts.api.status(id, parts.signal) });
}
