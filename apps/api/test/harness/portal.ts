import type { Payer } from "./payer.ts";
import type { Story } from "./story.ts";

/** The secret part of a portal session's `url`. */
export const portalTokenOf = ({ url }: { readonly url: string }) => url.split("/").at(-1) ?? "";

/** Creates a portal session of a user. @returns its token */
export async function aPortal(story: Pick<Story, "done">, userId: string): Promise<string> {
  const { portalSession } = await story.done("portalSessions.create", { userId });
  return portalTokenOf(portalSession);
}

/** The input of `portal.signCap`: what the wallet signs for a new cap, after it has approved it. */
export async function signedCap(
  story: Pick<Story, "done">,
  of: { readonly portalToken: string; readonly subscriptionId: string },
  payer: Payer,
  capAmount: string,
) {
  const input = { ...of, payerAddress: payer.address };
  const { preparedCap } = await story.done("portal.prepareCap", { ...input, capAmount });
  const { amount, validUntil, nonce, typedData, approval } = preparedCap;
  if (approval !== null) await payer.send(approval);
  const signature = await payer.sign(typedData);
  return { ...input, cap: { amount, validUntil, nonce, signature } };
}
