import type { AnnouncedWallet } from "@usance/ui";
import { beginSession, client, clientWithKey } from "../api/client.ts";
import type { OwnGrant } from "../api/records.ts";
import { addressOf, signMessage } from "./wallets.ts";

/** Signs in with a key: it makes a session whose link is opened at once. The key is kept nowhere. */
export async function signInWithKey(key: string): Promise<void> {
  const { dashboardSession } = await clientWithKey(key).dashboardSessions.create.mutate({});
  await signInWithLink(dashboardSession.url?.split("#")[1] ?? "");
}

/** @param token what follows the `#` of a session's link */
export async function signInWithLink(token: string): Promise<void> {
  await client.dashboard.signIn.mutate({ linkToken: token });
  await beginSession();
}

/** A message of this dashboard that a wallet has signed, and the grants with which it can sign in. */
export interface SignedWallet {
  readonly signed: { readonly message: string; readonly signature: string };
  readonly grants: readonly OwnGrant[];
}

/** Has a wallet sign a message that names this dashboard. Nobody is signed in yet. */
export async function signByWallet(wallet: AnnouncedWallet): Promise<SignedWallet> {
  const address = await addressOf(wallet);
  const { walletMessage } = await client.dashboard.walletMessage.query({ address });
  const { message } = walletMessage;
  const signed = { message, signature: await signMessage(wallet, address, message) };
  const { walletGrants } = await client.dashboard.walletGrants.mutate(signed);
  return { signed, grants: walletGrants };
}

export async function signInWithGrant(
  { signed }: SignedWallet,
  walletGrantId: string,
): Promise<void> {
  const input = { ...signed, walletGrantId };
  await client.dashboard.signInWithWallet.mutate(input);
  await beginSession();
}
