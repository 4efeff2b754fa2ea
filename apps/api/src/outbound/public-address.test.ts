import { describe, expect, it } from "vitest";
import { isPublicAddress, literalOf } from "./public-address.ts";

describe("isPublicAddress", () => {
  it.each(["93.184.216.34", "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946"])(
    "%s is one of the public internet",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ["127.0.0.1", "this machine"],
    ["127.255.255.254", "this machine"],
    ["0.0.0.0", "any address of this machine"],
    ["10.0.0.1", "a private network"],
    ["172.16.0.1", "a private network"],
    ["172.31.255.255", "a private network"],
    ["192.168.1.1", "a private network"],
    ["100.64.0.1", "a carrier's network"],
    ["169.254.169.254", "a cloud's metadata"],
    ["192.0.2.1", "documentation"],
    ["198.18.0.1", "benchmarks"],
    ["224.0.0.1", "many at once"],
    ["255.255.255.255", "everybody"],
    ["::", "any address of this machine"],
    ["::1", "this machine"],
    ["fe80::1", "a link"],
    ["fc00::1", "a private network"],
    ["fd12:3456::1", "a private network"],
    ["ff02::1", "many at once"],
    ["2001:db8::1", "documentation"],
    ["::ffff:127.0.0.1", "this machine, in IPv6"],
    ["::ffff:7f00:1", "this machine, in IPv6"],
    ["::ffff:10.0.0.1", "a private network, in IPv6"],
    ["::127.0.0.1", "this machine, in IPv6 of old"],
    ["64:ff9b::7f00:1", "this machine, behind NAT64"],
    ["2002:7f00:1::", "this machine, behind 6to4"],
    ["2001::1", "Teredo"],
    ["fe80::1%eth0", "a link, with its name"],
    ["example.com", "no address"],
    ["", "no address"],
  ])("%s is not: %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("literalOf", () => {
  it.each([
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
    ["https://[::1]/", "::1"],
    ["https://[::ffff:127.0.0.1]/", "::ffff:7f00:1"],
    ["https://example.com/", null],
    ["https://127.0.0.1.example.com/", null],
  ])("of %s is %s", (url, literal) => {
    expect(literalOf(new URL(url).hostname)).toBe(literal);
  });
});
