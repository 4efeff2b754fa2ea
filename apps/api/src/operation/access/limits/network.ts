import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The address of a request's caller. Each trusted proxy appends its peer to `X-Forwarded-For`, so the caller's
 * entry is found by counting proxies from the end. The entry may not be a valid address.
 */
function addressBehind(
  proxies: number,
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
): string | undefined {
  const said = headers["x-forwarded-for"]?.toString().trim() ?? "";
  const named = proxies === 0 || said === "" ? [] : said.split(/[\s,]+/);
  const fromHere = [socket.remoteAddress, ...named.toReversed()];
  return fromHere[Math.min(proxies, fromHere.length - 1)];
}

/**
 * The network under which an address is counted: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * caller usually has a whole /64.
 *
 * @returns null for an invalid address
 */
export function networkOf(address: string | undefined): string | null {
  const [text = ""] = (address ?? "").split("%", 1); // fe80::1%eth0
  if (isIP(text) === 0) return null; // ipaddr.js also reads other notations
  const parsed = ipaddr.process(text); // ::ffff:203.0.113.7, as a dual-stack socket shows it, is an IPv4 address
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** The network under which a request is counted, even when a proxy sends no valid address. */
export function networkNameOf(proxies: number, req: IncomingMessage): string {
  return networkOf(addressBehind(proxies, req)) ?? networkOf(req.socket.remoteAddress) ?? "unknown";
}
