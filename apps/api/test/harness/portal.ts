import { endOfCap } from "../../src/chain/caps.ts";
import { findSpendingCap } from "../../src/settlements/spending-caps/store.ts";
import { capTerms } from "../../src/settlements/spending-caps/usable-cap.ts";
import { limitsOf, signedOf } from "./checkout.ts";
import type { Payer } from "./payer.ts";
import type { TestService } from "./service.ts";
import type { Story } from "./story.ts";

/** The secret part of a portal session's `url`. */
export const portalTokenOf = ({ url }: { readonly url: string }) => url.split("/").at(-1) ?? "";

/** Creates a portal session of a user. @returns its token */
export async function aPortal(story: Pick<Story, "done">, userId: string): Promise<string> {
  const { portalSession } = await story.done("portalSessions.create", { userId });
  return portalTokenOf(portalSession);
}

/** The input of `portal.signCap`: what the wallet signs for a new cap. @param limits as `limitsOf` reads them */
export async function signedCap(
  story: Pick<Story, "done">,
  of: { readonly portalToken: string; readonly subscriptionId: string },
  payer: Payer,
  limits: Parameters<typeof limitsOf>[0],
) {
  const input = { ...of, payerAddress: payer.address };
  const cap = limitsOf(limits);
  const { preparedCap } = await story.done("portal.prepareCap", { ...input, cap });
  return { ...input, cap: await signedOf(preparedCap, payer) };
}

/** The transaction by which a wallet ends the cap of a subscription itself, without the service. */
export async function revocationOf({ parts }: Pick<TestService, "parts">, subscriptionId: string) {
  const cap = await findSpendingCap(parts.db, subscriptionId);
  if (cap === null || parts.collector === null) throw new Error("It was signed.");
  const terms = capTerms(cap, subscriptionId);
  return parts.collector.replacementBy(endOfCap(terms, terms.start + 1n), "0x");
}
