import { BlockList, isIP } from "node:net";

/*
 * Which addresses are public, by IANA's registries. IPv4: every address except those in special-purpose blocks. IPv6:
 * only global unicast space without its special-purpose blocks, so a prefix that is allocated elsewhere later is
 * refused until this file lists it.
 */

/**
 * All blocks of IANA's IPv4 Special-Purpose Address Registry. The "globally reachable" ones are included, because they
 * are anycast services of the nearest network and no webhook receiver has such an address.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const specialIpv4 = [
  "0.0.0.0/8", // "this network"
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carriers' networks; 100.100.100.200 is Alibaba Cloud's metadata
  "127.0.0.0/8", // this machine
  "169.254.0.0/16", // link-local; 169.254.169.254 is the metadata of AWS, Azure, Google Cloud and others
  "172.16.0.0/12", // private
  "192.0.0.0/24", // IETF protocol assignments; 192.0.0.192 is Oracle Cloud's metadata
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays, deprecated
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  // Classes D and E: https://www.iana.org/assignments/ipv4-address-space
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and 255.255.255.255
  // Azure's wire server. It has a public address but answers every virtual machine in Azure:
  // https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  "168.63.129.16/32",
];

/**
 * The only space allocated for global unicast: https://www.iana.org/assignments/ipv6-address-space.
 * Outside of it are loopback (::1), mapped (::ffff:0:0/96) and compatible (::/96) IPv4 addresses, NAT64 (64:ff9b::/96,
 * 64:ff9b:1::/48), discard and dummy (100::/64, 100:0:0:1::/64), segment routing (5f00::/16), private (fc00::/7, which
 * contains AWS's metadata service fd00:ec2::254), link-local and multicast addresses.
 */
const globalIpv6 = ["2000::/3"];

/**
 * The blocks inside that space that IANA's IPv6 Special-Purpose Address Registry reserves, including anycast services.
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const specialIpv6 = [
  // IETF protocol assignments: Teredo (2001::/32, which embeds an IPv4 address), PCP and TURN at the nearest router
  // (2001:1::/32), benchmarks, AMT, AS112, ORCHID, DRIP.
  "2001::/23",
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: an IPv4 address within
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
];

const notPublicIpv4 = listOf(specialIpv4, "ipv4");
const publicIpv6 = listOf(globalIpv6, "ipv6");
const notPublicIpv6 = listOf(specialIpv6, "ipv6");

/**
 * Whether an IP address is on the public internet. Addresses of this machine, a private network, a link or a cloud's
 * metadata service are not, nor are IPv6 addresses that embed an IPv4 address.
 *
 * @param address IPv4 or IPv6, without brackets and zone; any other text is not public
 */
export function isPublicAddress(address: string): boolean {
  // fe80::1%eth0 is a link-local address; no other kind has a zone.
  if (address.includes("%")) return false;
  switch (isIP(address)) {
    case 4:
      return !notPublicIpv4.check(address, "ipv4");
    case 6:
      return publicIpv6.check(address, "ipv6") && !notPublicIpv6.check(address, "ipv6");
    default:
      return false;
  }
}

/**
 * The IP address in a URL's host, or null for a name. The URL parser has already normalized it (0x7f.1 is 127.0.0.1).
 */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? null : bare;
}

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", bits] = subnet.split("/");
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
