import { ApiError } from "../api/api-error.ts";
import type { Payable, PayInput, PaymentApi } from "../api/payable.ts";
import type { CapLimits } from "../api/portal-api.ts";
import { isSameTerms } from "../session/changed-terms.ts";
import type { Event } from "../session/state.ts";
import { askWallet, assertChain, type Payer, type WalletParts } from "../wallet/ask-wallet.ts";
import { signTypedData } from "../wallet/requests.ts";
import { asksOfCap, signCap, untilAllowed } from "../wallet/sign-cap.ts";
import { PaymentStopped } from "./problems.ts";

/** What the payer has entered on the page. */
export interface Terms {
  readonly id: string;
  /** null if the session names the subscriber. */
  readonly user: PayInput["user"] | null;
  /** The limits of a spending cap; null: none. */
  readonly cap: CapLimits | null;
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
export const pay = (terms: Terms, payer: Payer | null, parts: FlowParts): Promise<void> =>
  untilAllowed(async (allowance) => {
    const signed = payer === null ? {} : await sign({ ...terms, allowance }, payer, parts);
    parts.report({ type: "stepped", step: { name: "sending" } });
    const { id, user, shown } = terms;
    const status = await parts.api
      .pay({ id, ...(user && { user }), ...signed, terms: shown }, parts.signal)
      .catch((error: unknown) => viewAgain(error, terms, parts));
    parts.report({ type: "answered", status });
  });

/** The terms, and what the wallet has to allow at least if it was told. */
type Asked = Terms & { readonly allowance: string | null };

async function sign(terms: Asked, payer: Payer, parts: FlowParts): Promise<Signed> {
  const { provider, address } = payer;
  const { report } = parts;
  report({ type: "stepped", step: { name: "preparing" } });
  await assertChain(payer, parts);
  const { cap, payment } = await prepare(terms, payer, parts);
  report({
    type: "prepared",
    asks: [...(cap ? asksOfCap(cap) : []), ...(payment ? (["payment"] as const) : [])],
  });
  const signedCap = cap && (await signCap(cap, payer, parts));
  const signPayment = (typedData: NonNullable<typeof payment>["typedData"]) =>
    askWallet({ what: "payment" }, () => signTypedData(provider, address, typedData), parts);
  return {
    payerAddress: address,
    ...(payment && {
      payment: {
        validUntil: payment.validUntil,
        signature: await signPayment(payment.typedData),
      },
    }),
    ...(signedCap && { cap: signedCap }),
  };
}

const prepare = ({ id, cap, allowance, shown }: Asked, payer: Payer, parts: FlowParts) =>
  parts.api
    .prepare(
      {
        id,
        payerAddress: payer.address,
        terms: shown,
        ...(cap !== null && { cap: { ...cap, allowance } }),
      },
      parts.signal,
    )
    .catch((error: unknown) => viewAgain(error, { id, shown }, parts));

/**
 * Reads the record again after a refusal, which may mean that it has changed. The page then shows the changed record, and
 * the payer decides again.
 *
 * @throws PaymentStopped when the record is gone or its terms have changed; otherwise the error itself
 */
async function viewAgain(
  error: unknown,
  { id, shown }: Pick<Terms, "id" | "shown">,
  parts: FlowParts,
): Promise<never> {
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
