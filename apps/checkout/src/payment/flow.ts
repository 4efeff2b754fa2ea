import { ApiError } from "../api/api-error.ts";
import type { PayInput, PaymentApi, Prepared } from "../api/payable.ts";
import type { Asked, Event } from "../session/state.ts";
import {
  type Provider,
  readChainId,
  readReceipt,
  sendTransaction,
  signTypedData,
} from "../wallet/requests.ts";
import { PaymentStopped } from "./problems.ts";

/** What whoever pays has said on the page. */
export interface Terms {
  readonly id: string;
  /** null where the session says who subscribes. */
  readonly user: PayInput["user"] | null;
  /** null: no spending cap. */
  readonly capAmount: string | null;
}

export interface Payer {
  readonly provider: Provider;
  readonly address: string;
  /** The chain that is paid on. */
  readonly chainId: number;
}

export interface FlowParts {
  readonly api: PaymentApi;
  readonly report: (event: Event) => void;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborted once nothing may come of the flow any more. */
  readonly signal: AbortSignal;
}

type Signed = Pick<PayInput, "payerAddress" | "payment" | "cap">;

const receiptEveryMs = 1_000;
/** A wallet may replace a transaction by a faster one, whose hash it does not tell. */
const allowanceEveryLooks = 5;
const maxLooksAfterReceipt = 10;

/**
 * From the form to the API's answer: prepares, has the wallet sign, and sends.
 *
 * @param payer null where nothing is due and no cap is given
 * @throws WalletError, ApiError or PaymentStopped when it came to nothing; what the signal was aborted with
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
  const { report, signal } = parts;
  const ask = async <Answer>(what: Asked, request: () => Promise<Answer>): Promise<Answer> => {
    report({ type: "stepped", step: { name: "asking", what } });
    const answer = await request();
    signal.throwIfAborted();
    return answer;
  };

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
    prepared = await untilApproved(transactionHash, approved, payer, parts);
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
  /** What it is to allow now, as it was prepared. */
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

async function assertChain(payer: Payer, { report, signal }: FlowParts): Promise<void> {
  const chainId = await readChainId(payer.provider);
  signal.throwIfAborted();
  if (chainId === payer.chainId) return;
  report({ type: "chain-changed", chainId });
  throw new PaymentStopped(null);
}

/** @returns what is to be signed, prepared anew: the approval may have taken as long as the old was valid */
async function untilApproved(
  transactionHash: string,
  terms: Approved,
  payer: Payer,
  parts: FlowParts,
): Promise<Prepared> {
  parts.report({ type: "stepped", step: { name: "approving", transactionHash } });
  let afterReceipt = 0;
  for (let looks = 1; afterReceipt < maxLooksAfterReceipt; looks++) {
    await parts.sleep(receiptEveryMs, parts.signal);
    const receipt = await readReceipt(payer.provider, transactionHash);
    parts.signal.throwIfAborted();
    if (receipt === "reverted") {
      throw new PaymentStopped("The approval failed on the chain. Try again.");
    }
    if (receipt === "succeeded") afterReceipt += 1;
    if (receipt === null && looks % allowanceEveryLooks !== 0) continue;
    const prepared = await prepare(terms, payer, parts);
    if (!prepared.cap?.approval) return prepared;
  }
  throw new PaymentStopped(
    "The wallet approved less than the spending cap needs. Approve the whole amount that it shows, or choose a lower cap.",
  );
}

/** A refusal may mean that the session has changed since: then that is what is to be shown. */
async function tellStatus(error: unknown, id: string, parts: FlowParts): Promise<void> {
  if (!(error instanceof ApiError) || error.kind !== "refused") return;
  parts.report({ type: "status-read", status: await parts.api.status(id, parts.signal) });
}
