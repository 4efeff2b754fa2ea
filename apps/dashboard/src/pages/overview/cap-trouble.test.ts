import { expect, test } from "vitest";
import { forRows } from "../../../../api/test/harness/for-rows.ts";
import { capTrouble } from "./cap-trouble.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const cap = {
  perPeriod: "100.000000",
  total: "1200.000000",
  spent: "1180.000000",
  revoked: false,
  validUntil: "2026-06-01T00:00:00.000Z",
};

test("a cap is told about as it is", () =>
  forRows(
    [
      ["a fifth left", {}, null],
      ["less than a fifth left", { spent: "1180.000001" }, "has 19.999999 of 1,200.00 USDC left"],
      ["two more weeks", { validUntil: "2026-01-15T00:00:00.000Z" }, null],
      [
        "less than two weeks",
        { validUntil: "2026-01-14T23:59:59.000Z" },
        "expires within two weeks",
      ],
      ["no time left", { validUntil: "2026-01-01T00:00:00.000Z" }, "has expired"],
      ["been revoked", { revoked: true }, "was revoked"],
    ],
    (_, changed, words) => {
      expect(capTrouble({ ...cap, ...changed }, now)).toBe(words);
    },
  ));
