import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

/**
 * Where a request is from: as the last of so many proxies in front says, each of which adds to
 * `X-Forwarded-For` whom it speaks for. It may name what is no address.
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
 * What an address counts under: an IPv4 address itself, and of an IPv6 address its /64, since whoever
 * has one has all of that.
 *
 * @returns null for what is no address
 */
export function networkOf(address: string | undefined): string | null {
  const [text = ""] = (address ?? "").split("%", 1); // fe80::1%eth0
  const ipv4 = text.replace(/^::ffff:(?=[\d.]+$)/i, ""); // as a socket of both kinds shows it
  if (isIPv4(ipv4)) return ipv4;
  if (!isIPv6(text)) return null;
  // In the one form that URL gives each address, "::" stands for what is missing of eight groups.
  const [head = [], tail = []] = new URL(`http://[${text}]`).hostname
    .slice(1, -1)
    .split("::")
    .map((side) => (side === "" ? [] : side.split(":")));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(":")}::/64`;
}

/** What a request's caller counts under, also where a proxy names no address. */
export function networkNameOf(proxies: number, req: IncomingMessage): string {
  return networkOf(addressBehind(proxies, req)) ?? networkOf(req.socket.remoteAddress) ?? "unknown";
}
