import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { isPublicAddress, literalOf } from "./public-address.ts";

it("knows public addresses, also next to special ranges", () =>
  forRows(
    [
      ...["1.0.0.0", "8.8.8.8", "93.184.216.34", "126.255.255.255", "168.63.129.15"],
      ...["168.63.129.17", "223.255.255.255", "2001:200::1", "2001:4860:4860::8888"],
      ...["2606:2800:220:1:248:1893:25c8:1946", "2A00:1450:4001:812::200e"],
    ],
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  ));

const special: Readonly<Record<string, readonly string[]>> = {
  "this machine": ["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.255.255.255", "::", "::1"],
  "private networks": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1"],
  "more private networks": ["fd12:3456::1", "fec0::1", "100.64.0.1", "100.127.255.255"],
  "links and their zones": ["169.254.1.1", "fe80::1", "fe80::1%eth0", "2606:2800::1%eth0"],
  "clouds' metadata": ["169.254.169.254", "100.100.100.200", "192.0.0.192", "168.63.129.16"],
  "clouds' metadata, IPv6": ["fd00:ec2::254"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff:fff::1"],
  "AS112 and AMT": ["192.31.196.1", "192.175.48.1", "2001:4:112::1", "2620:4f:8000::1"],
  "more AS112 and AMT": ["192.52.193.1", "2001:3::1"],
  "benchmarks and 6to4 relays": ["198.18.0.1", "198.19.255.255", "2001:2::1", "192.88.99.1"],
  "multicast and reserved": ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  "multicast, discard, dummy, segments": ["ff02::1", "100::1", "100:0:0:1::1", "5f00::1"],
  "not allocated": ["1fff:ffff::1", "4000::1", "8000::1"],
  "IETF protocols": ["2001:1::1", "2001:20::1", "2001:1ff:ffff::1"],
  "mapped IPv4": ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:8.8.8.8"],
  "compatible and translated IPv4": ["::127.0.0.1", "::7f00:1", "::808:808", "::ffff:0:7f00:1"],
  NAT64: ["64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::7f00:1"],
  "6to4 and Teredo": ["2002:7f00:1::", "2002:808:808::1", "2001::1", "2001:0:4136:e378:8000::1"],
  "no address": ["example.com", "127.1", "8.8", "0x8.8.8.8", ""],
};

it("refuses every special address, and what is no address", () =>
  forRows(
    Object.entries(special).flatMap(([kind, all]) =>
      all.map((address) => [address, kind] as const),
    ),
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  ));

it("finds the IP address in a URL's host in any notation", () =>
  forRows(
    [
      ...["2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.1"].map(
        (host) => [host, "127.0.0.1"] as const,
      ),
      ...["127.0.0.1.", "１２７。０。０。１", "①②⑦.⓪.⓪.①", "%31%32%37.0.0.1", "127.0.0.1%2e"].map(
        (host) => [host, "127.0.0.1"] as const,
      ),
      ["0xa83f8110", "168.63.129.16"],
      ["[::1]", "::1"],
      ["[0:0:0:0:0:0:7f00:1]", "::7f00:1"],
      ["[::FFFF:127.0.0.1]", "::ffff:7f00:1"],
      ["[64:ff9b::127.0.0.1]", "64:ff9b::7f00:1"],
      ["example.com", null],
      ["127.0.0.1.example.com", null],
    ],
    (host, literal) => {
      expect(literalOf(new URL(`https://${host}/`).hostname)).toBe(literal);
    },
  ));
