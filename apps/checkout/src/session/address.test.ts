import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { addressIn } from "./address.ts";

test("a path leads to a page or nowhere", () =>
  forRows(
    [
      ["/checkout/btl3czg4lt6bbnbrq5z2dfca", { kind: "checkout", id: "btl3czg4lt6bbnbrq5z2dfca" }],
      ["/checkout/abc/", { kind: "checkout", id: "abc" }],
      ["/checkout/invoices", { kind: "checkout", id: "invoices" }],
      ["/checkout/invoices/9f3c1b7a", { kind: "invoice", id: "9f3c1b7a" }],
      ["/checkout/invoices/9f3c1b7a/", { kind: "invoice", id: "9f3c1b7a" }],
      ["/checkout/portal/mJ5vXl0u-Yp_2", { kind: "portal", id: "mJ5vXl0u-Yp_2" }],
      ["/checkout/refunds/9f3c1b7a", { kind: "refund", id: "9f3c1b7a" }],
      ["/checkout/others/abc", null],
      ["/checkout/", null],
      ["/checkout/a/b", null],
      ["/checkout/%00", null],
      ["/elsewhere/abc", null],
    ],
    (pathname, address) => {
      expect(addressIn(pathname, "/checkout/")).toEqual(address);
    },
  ));
