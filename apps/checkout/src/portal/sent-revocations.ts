import type { Cap } from "../api/portal-api.ts";

/* Revocations that this tab's wallet has sent to the chain: they outlive a reload of the page. */

const keyOf = ({ id }: Pick<Cap, "id">) => `usance revocation ${id}`;

export const rememberRevocation = (cap: Pick<Cap, "id">, transactionHash: string): void =>
  sessionStorage.setItem(keyOf(cap), transactionHash);

/** @returns the transaction's hash; null when none was sent */
export const sentRevocation = (cap: Pick<Cap, "id">): string | null =>
  sessionStorage.getItem(keyOf(cap));

export const forgetRevocation = (cap: Pick<Cap, "id">): void =>
  sessionStorage.removeItem(keyOf(cap));
