import { maxOfUrl } from "../../../kit/fields.ts";
import { isPublicAddress, literalOf } from "../../../kit/outbound/public-address.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { hasUser, readWebAddress } from "../../../kit/web-address.ts";
import {
  urlNotHttps,
  urlNotPublic,
  urlTooLong,
  urlWithUser,
} from "../../../schemas/webhook-endpoints.ts";

/**
 * Reads the URL of a webhook endpoint. Whether its host name resolves to a public address is checked at every
 * connection, because that can change.
 *
 * @param allowPrivate allows http and private addresses, for development
 * @returns the URL in its parsed form, which is stored and used
 * @throws Refusal 400 for a URL that is invalid or clearly not public
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
