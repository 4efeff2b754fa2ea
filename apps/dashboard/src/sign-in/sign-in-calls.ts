import type { AnnouncedWallet } from "@usance/ui";
import { client, clientWithKey, replaceSession } from "../api/client.ts";
import { addressOf, signMessage } from "./wallets.ts";

/** Signs in with a key: it makes a session whose link is opened at once. The key is kept nowhere. */
export async function signInWithKey(key: string): Promise<void> {
  const { dashboardSession } = await clientWithKey(key).dashboardSessions.create.mutate({});
  await signInWithLink(dashboardSession.url?.split("#")[1] ?? "");
}

/** @param token what follows the `#` of a session's link */
export async function signInWithLink(token: string): Promise<void> {
  replaceSession((await client.dashboard.signIn.mutate({ linkToken: token })).dashboardSession);
}

/**
 * Signs in with a wallet, which signs a message that names this dashboard.
 *
 * @param serviceId of a service that is paid to the wallet, if several sellers are; empty: not given
 */
export async function signInWithWallet(wallet: AnnouncedWallet, serviceId: string): Promise<void> {
  const address = await addressOf(wallet);
  const { walletMessage } = await client.dashboard.walletMessage.query({ address });
  const { message } = walletMessage;
  const signature = await signMessage(wallet, address, message);
  const input = { message, signature, ...(serviceId !== "" && { serviceId }) };
  replaceSession((await client.dashboard.signInWithWallet.mutate(input)).dashboardSession);
}
