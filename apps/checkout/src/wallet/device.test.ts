import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { isPhone } from "./device.ts";

test("tells a phone by its user agent and its touch points", () =>
  forRows(
    [
      ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15", 5, true],
      ["Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/139.0 Mobile", 5, true],
      ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari", 5, true],
      ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari", 0, false],
      ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/139.0", 10, false],
      ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 0, false],
    ],
    (userAgent, maxTouchPoints, expected) => {
      expect(isPhone({ userAgent, maxTouchPoints })).toBe(expected);
    },
  ));
