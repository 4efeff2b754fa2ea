import type { Cap, CapAnswer, CapLimits, PortalApi, RevokeInput } from "../api/portal-api.ts";
import { askWallet, assertChain, type Payer, type WalletParts } from "../wallet/ask-wallet.ts";
import { signTypedData } from "../wallet/requests.ts";
import { asksOfCap, signCap, untilAllowed } from "../wallet/sign-cap.ts";

interface CapParts extends WalletParts {
  readonly api: Pick<PortalApi, "prepareCap" | "signCap" | "revokeCap">;
}

interface CapTerms {
  readonly subscriptionId: string;
  readonly limits: CapLimits;
  /** What the page shows, to which the subscriber agrees. */
  readonly shown: CapAnswer["terms"];
}

/**
 * From the limits to the API's answer: prepares the cap, has the wallet sign it, and sends.
 *
 * @throws WalletError, ApiError or PaymentStopped when it failed; the signal's reason when it was aborted
 */
export const renewCap = (
  { subscriptionId, limits, shown: terms }: CapTerms,
  payer: Payer,
  parts: CapParts,
): Promise<void> =>
  untilAllowed(async (allowance) => {
    const { api, report, signal } = parts;
    const of = { subscriptionId, payerAddress: payer.address, terms };
    report({ type: "stepped", step: { name: "preparing" } });
    await assertChain(payer, parts);
    const { payerAddress: _, ...prepared } = await api.prepareCap(
      { ...of, cap: { ...limits, allowance } },
      signal,
    );
    report({ type: "prepared", asks: asksOfCap(prepared) });
    const cap = await signCap(prepared, payer, parts);
    report({ type: "stepped", step: { name: "sending" } });
    await api.signCap({ ...of, cap }, signal);
  });

/**
 * Has the wallet sign that the cap ends on the chain too, and sends that to the service, which sends it to the contract.
 *
 * @throws the same as `renewCap`
 */
export async function revokeOnChain(
  input: Omit<RevokeInput, "start" | "signature">,
  { start, typedData }: NonNullable<Cap["revocation"]>,
  payer: Payer,
  parts: CapParts,
): Promise<void> {
  const { api, report, signal } = parts;
  report({ type: "stepped", step: { name: "preparing" } });
  await assertChain(payer, parts);
  report({ type: "prepared", asks: ["revocation"] });
  const sign = () => signTypedData(payer.provider, payer.address, typedData);
  const signature = await askWallet({ what: "revocation" }, sign, parts);
  report({ type: "stepped", step: { name: "sending" } });
  await api.revokeCap({ ...input, start, signature }, signal);
}
