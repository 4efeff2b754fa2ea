import { type CodedAnswer, type Door, restDoor } from "./doors.ts";
import type { Story } from "./story.ts";

/** The headers by which a request proves that the dashboard's own page made it. */
export const ownPage = { "Usance-Dashboard": "1", "Sec-Fetch-Site": "same-origin" };

/** The secret part of a dashboard session's link. */
export const linkTokenOf = ({ url }: { readonly url: string }) => url.split("#")[1] ?? "";

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieOf = ({ headers }: Pick<CodedAnswer, "headers">) =>
  headers.get("set-cookie")?.split(";")[0] ?? "";

/** Opens a dashboard session with the rights of a story's key. @returns its cookie */
export async function aDashboardCookie(door: Door, story: Story): Promise<string> {
  const { dashboardSession } = await story.done("dashboardSessions.create", {});
  const linkToken = linkTokenOf(dashboardSession);
  const { url } = story.service;
  return cookieOf(await door.call(url, "dashboard.signIn", { linkToken }, null, ownPage));
}

interface SigningWallet {
  readonly address: string;
  signMessage(of: { message: string }): Promise<string>;
}

/** The message with which a wallet signs in, signed. */
export async function signedMessageOf(url: string, wallet: SigningWallet) {
  const { address } = wallet;
  const { body } = await restDoor.call(url, "dashboard.walletMessage", { address }, null, ownPage);
  const { message } = body.walletMessage as { message: string };
  return { message, signature: await wallet.signMessage({ message }) };
}

/** The same door with a session's cookie in place of the key. */
export const withCookie = (
  door: Door,
  cookie: string,
  more: Readonly<Record<string, string>> = ownPage,
): Door => ({
  ...door,
  call: (url, operation, input, _key, headers) =>
    door.call(url, operation, input, null, { Cookie: cookie, ...more, ...headers }),
});
