import { expect, test } from "vitest";
import { sessionIdIn } from "./session-id.ts";

test.each([
  ["/checkout/btl3czg4lt6bbnbrq5z2dfca", "btl3czg4lt6bbnbrq5z2dfca"],
  ["/checkout/abc/", "abc"],
  ["/checkout/", null],
  ["/checkout/a/b", null],
  ["/checkout/%00", null],
  ["/elsewhere/abc", null],
])("%s is the session %j", (pathname, id) => {
  expect(sessionIdIn(pathname, "/checkout/")).toBe(id);
});
