import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is one of the public internet: not of this machine, a private network, a link,
 * a cloud's metadata service, nor one that stands for such an IPv4 address.
 *
 * @param address IPv4 or IPv6, without brackets; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // process() reads ::ffff:127.0.0.1 as the IPv4 address that it is.
  return ipaddr.process(address).range() === "unicast";
}

/**
 * The IP address that a URL's host is, if it is one: however it was written, the URL parser has made
 * the usual form of it (0x7f.1 is 127.0.0.1).
 */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? null : bare;
}
