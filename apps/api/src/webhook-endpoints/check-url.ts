import { isPublicAddress, literalOf } from "../outbound/public-address.ts";
import { Refusal } from "../shared/refusal.ts";
import { urlNotHttps, urlNotPublic, urlWithUser } from "./errors.ts";

/**
 * Refuses what can be seen to be no address for webhooks. What a name stands for is looked at whenever
 * it is connected to, as it may change.
 *
 * @param allowPrivate for development: this machine and its networks, and http
 * @throws Refusal 400
 */
export function checkUrl(text: string, allowPrivate: boolean): void {
  const url = URL.parse(text);
  const isHttps = url?.protocol === "https:";
  if (url === null || !(isHttps || (allowPrivate && url.protocol === "http:"))) {
    throw new Refusal(urlNotHttps);
  }
  if (url.username !== "" || url.password !== "") throw new Refusal(urlWithUser);
  if (!allowPrivate && !mayBePublic(url.hostname)) throw new Refusal(urlNotPublic);
}

function mayBePublic(hostname: string): boolean {
  const literal = literalOf(hostname);
  if (literal !== null) return isPublicAddress(literal);
  return !/(?:^|\.)localhost\.?$/.test(hostname);
}
