import { describe, expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { isPublicAddress, literalOf } from "./public-address.ts";

describe("isPublicAddress", () => {
  it("is true of public addresses", () =>
    forRows(
      [
        "93.184.216.34",
        "8.8.8.8",
        "1.0.0.0",
        "126.255.255.255",
        "168.63.129.15",
        "168.63.129.17",
        "223.255.255.255",
        "2606:2800:220:1:248:1893:25c8:1946",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2A00:1450:4001:812::200e",
      ],
      (address) => {
        expect(isPublicAddress(address)).toBe(true);
      },
    ));

  it("is false of every other address, and of what is no address", () =>
    forRows(
      [
        ["127.0.0.1", "this machine"],
        ["127.255.255.254", "this machine"],
        ["0.0.0.0", "any address of this machine"],
        ["0.255.255.255", "this network"],
        ["10.0.0.1", "a private network"],
        ["172.16.0.1", "a private network"],
        ["172.31.255.255", "a private network"],
        ["192.168.1.1", "a private network"],
        ["100.64.0.1", "a carrier's network"],
        ["100.100.100.200", "Alibaba Cloud's metadata"],
        ["169.254.169.254", "a cloud's metadata"],
        ["168.63.129.16", "Azure's wire server"],
        ["192.0.0.192", "Oracle Cloud's metadata"],
        ["192.0.2.1", "documentation"],
        ["198.51.100.1", "documentation"],
        ["203.0.113.1", "documentation"],
        ["192.31.196.1", "AS112"],
        ["192.175.48.1", "AS112"],
        ["192.52.193.1", "AMT"],
        ["192.88.99.1", "6to4 relays"],
        ["198.18.0.1", "benchmarks"],
        ["198.19.255.255", "benchmarks"],
        ["224.0.0.1", "many at once"],
        ["239.255.255.255", "many at once"],
        ["240.0.0.1", "reserved"],
        ["255.255.255.255", "everybody"],
        ["::", "any address of this machine"],
        ["::1", "this machine"],
        ["fe80::1", "a link"],
        ["fec0::1", "a site, of old"],
        ["fc00::1", "a private network"],
        ["fd12:3456::1", "a private network"],
        ["fd00:ec2::254", "AWS's metadata"],
        ["ff02::1", "many at once"],
        ["100::1", "the discard prefix"],
        ["100:0:0:1::1", "the dummy prefix"],
        ["5f00::1", "segments"],
        ["1fff:ffff::1", "not given out"],
        ["4000::1", "not given out"],
        ["8000::1", "not given out"],
        ["2001:1::1", "PCP at the nearest router"],
        ["2001:2::1", "benchmarks"],
        ["2001:3::1", "AMT"],
        ["2001:4:112::1", "AS112"],
        ["2001:20::1", "ORCHID"],
        ["2001:1ff:ffff::1", "IETF protocols"],
        ["2001:db8::1", "documentation"],
        ["2620:4f:8000::1", "AS112"],
        ["3fff:fff::1", "documentation"],
        ["::ffff:127.0.0.1", "this machine, in IPv6"],
        ["::ffff:7f00:1", "this machine, in IPv6"],
        ["::ffff:10.0.0.1", "a private network, in IPv6"],
        ["::ffff:8.8.8.8", "IPv4, in IPv6"],
        ["::ffff:0:7f00:1", "this machine, translated"],
        ["::127.0.0.1", "this machine, in IPv6 of old"],
        ["::7f00:1", "this machine, in IPv6 of old"],
        ["::808:808", "IPv4, in IPv6 of old"],
        ["64:ff9b::7f00:1", "this machine, behind NAT64"],
        ["64:ff9b::808:808", "IPv4, behind NAT64"],
        ["64:ff9b:1::7f00:1", "this machine, behind a network's own NAT64"],
        ["2002:7f00:1::", "this machine, behind 6to4"],
        ["2002:808:808::1", "IPv4, behind 6to4"],
        ["2001::1", "Teredo"],
        ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo"],
        ["fe80::1%eth0", "a link, with its name"],
        ["2606:2800::1%eth0", "an address with a zone"],
        ["example.com", "no address"],
        ["127.1", "no address"],
        ["", "no address"],
      ],
      (address) => {
        expect(isPublicAddress(address)).toBe(false);
      },
    ));
});

describe("literalOf", () => {
  it("of the host of a URL is the address that the host is in any notation", () =>
    forRows(
      [
        ["https://127.0.0.1/", "127.0.0.1"],
        ["https://2130706433/", "127.0.0.1"],
        ["https://0x7f000001/", "127.0.0.1"],
        ["https://0x7f.1/", "127.0.0.1"],
        ["https://0177.0.0.1/", "127.0.0.1"],
        ["https://017700000001/", "127.0.0.1"],
        ["https://127.1/", "127.0.0.1"],
        ["https://127.0.0.1./", "127.0.0.1"],
        ["https://１２７。０。０。１/", "127.0.0.1"],
        ["https://①②⑦.⓪.⓪.①/", "127.0.0.1"],
        ["https://%31%32%37.0.0.1/", "127.0.0.1"],
        ["https://0X7F.0x0.0.0x1/", "127.0.0.1"],
        ["https://00000177.1/", "127.0.0.1"],
        ["https://0x7f。1/", "127.0.0.1"],
        ["https://127.0.0.1%2e/", "127.0.0.1"],
        ["https://0xa83f8110/", "168.63.129.16"],
        ["https:127.1", "127.0.0.1"],
        ["https:\\\\127.1", "127.0.0.1"],
        ["https://[::1]/", "::1"],
        ["https://[0:0:0:0:0:0:7f00:1]/", "::7f00:1"],
        ["https://[::127.0.0.1]/", "::7f00:1"],
        ["https://[::FFFF:127.0.0.1]/", "::ffff:7f00:1"],
        ["https://[64:ff9b::127.0.0.1]/", "64:ff9b::7f00:1"],
        ["https://[::ffff:127.0.0.1]/", "::ffff:7f00:1"],
        ["https://example.com/", null],
        ["https://127.0.0.1.example.com/", null],
      ],
      (url, literal) => {
        expect(literalOf(new URL(url).hostname)).toBe(literal);
      },
    ));
});

describe("a URL's host that is not a public address", () => {
  it("is refused in every notation", () =>
    forRows(
      [
        "0x7f.1",
        "0177.0.0.1",
        "2130706433",
        "127.0.0.1.",
        "%31%32%37.0.0.1",
        "１２７。０。０。１",
        "①②⑦.⓪.⓪.①",
        "0xa9fea9fe",
        "0xa83f8110",
        "0",
        "[::7f00:1]",
        "[::127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0000:0000:0000:0000:0000:ffff:127.0.0.1]",
        "[100:0:0:1::1]",
        "[4000::1]",
        "[2002:7f00:1::]",
      ],
      (host) => {
        const literal = literalOf(new URL(`https://${host}/`).hostname);
        expect(literal).not.toBeNull();
        expect(isPublicAddress(literal ?? "")).toBe(false);
      },
    ));
});
