import { expect, test } from "vitest";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { networkOf } from "./network.ts";

test("an address counts under its network", () =>
  forRows(
    [
      ["203.0.113.7", "203.0.113.7"],
      ["::ffff:203.0.113.7", "203.0.113.7"],
      ["::FFFF:cb00:7107", "203.0.113.7"],
      ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
      ["2001:DB8:0001:2::9", "2001:db8:1:2::/64"],
      ["2001:db8:1:2::", "2001:db8:1:2::/64"],
      ["2001:db8::1", "2001:db8:0:0::/64"],
      ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
      ["::2:3:4:5:6:7", "0:0:2:3::/64"],
      ["::1", "0:0:0:0::/64"],
      ["::", "0:0:0:0::/64"],
      ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
      ["fe80::1:2:3:4%eth0", "fe80:0:0:0::/64"],
      ["fe80::1%br-lan.7_", "fe80:0:0:0::/64"],
    ],
    (address, network) => {
      expect(networkOf(address)).toBe(network);
    },
  ));

test("other text is not an address", () =>
  forRows(
    [undefined, "", "unknown", "203.0.113.7:4711", "203.0.113", "[::1]", "a".repeat(9_000)],
    (text) => {
      expect(networkOf(text)).toBeNull();
    },
  ));
