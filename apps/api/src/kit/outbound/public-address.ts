import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only IPv6 space allocated for global unicast: https://www.iana.org/assignments/ipv6-address-space. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Not public, although ipaddr.js counts them as unicast. */
const others = [
  // Azure's wire server. It has a public address but answers every virtual machine in Azure:
  // https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  "168.63.129.16/32",
  "3fff::/20", // documentation
].map((block) => ipaddr.parseCIDR(block));

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
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalIpv6)) return false;
  return !others.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
}

/**
 * The IP address in a URL's host, or null for a name. The URL parser has already normalized it (0x7f.1 is 127.0.0.1).
 */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? null : bare;
}
