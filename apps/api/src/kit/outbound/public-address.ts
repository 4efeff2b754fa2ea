import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only IPv6 space allocated for global unicast: https://www.iana.org/assignments/ipv6-address-space. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Azure's wire server. It has a public address but answers every virtual machine in Azure:
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const azure = "168.63.129.16";

/**
 * Whether an IP address is on the public internet. Addresses that IANA's special-purpose registries list are not: those of
 * this machine, a private network, a link or a cloud's metadata service, anycast services of the nearest network, and IPv6
 * addresses that embed an IPv4 address. Of IPv6, only the space allocated for global unicast is public, so a prefix that
 * is allocated elsewhere later is refused.
 *
 * @param address IPv4 or IPv6, without brackets; any other text, and an address with a zone, is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || parsed.toString() === azure) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalIpv6);
}

/**
 * The IP address in a URL's host, or null for a name. The URL parser has already normalized it (0x7f.1 is 127.0.0.1).
 */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? null : bare;
}
