import {
  urlNotHttps,
  urlNotPublic,
  urlTooLong,
  urlWithUser,
} from "../../contract/webhook-endpoints.ts";
import { maxOfUrl } from "../../lib/fields.ts";
import { Refusal } from "../../lib/refusal.ts";
import { hasUser, readWebAddress } from "../../lib/web-address.ts";
import { isPublicAddress, literalOf } from "../../platform/outbound/public-address.ts";

/**
 * Reads an address for webhooks, and refuses what can be seen to be none. What a name stands for is looked at
 * whenever it is connected to, as it may change.
 *
 * @param allowPrivate for development: this machine and its networks, and http
 * @returns the address as it is parsed, which is what is stored and sent to
 * @throws Refusal 400
 */
export function readWebhookUrl(text: string, allowPrivate: boolean): string {
  const url = readWebAddress(text);
  if (url === null || !(url.protocol === "https:" || allowPrivate)) throw new Refusal(urlNotHttps);
  if (hasUser(url)) throw new Refusal(urlWithUser);
  if (!allowPrivate && !mayBePublic(url.hostname)) throw new Refusal(urlNotPublic);
  if (url.href.length > maxOfUrl) throw new Refusal(urlTooLong);
  return url.href;
}

function mayBePublic(hostname: string): boolean {
  const literal = literalOf(hostname);
  if (literal !== null) return isPublicAddress(literal);
  return !/(?:^|\.)localhost\.?$/.test(hostname);
}
