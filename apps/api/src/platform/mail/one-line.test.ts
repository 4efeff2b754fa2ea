import { expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { displayName } from "./one-line.ts";

test("the name of a sender has no character of an address, in whatever form", () =>
  forRows(
    [
      ["Weather API", "Weather API"],
      ["Zoë & 山田 (Berlin)", "Zoë & 山田 (Berlin)"],
      ["security@bank.example", "security bank.example"],
      ["ＰａｙＰａｌ＠ｐａｙｐａｌ．ｃｏｍ", "PayPal paypal.com"],
      ["PayPal ﹤service﹫paypal.com﹥", "PayPal service paypal.com"],
      ["A＂ ＜all＠example.com＞", "A all example.com"],
      ["A\uff3cB", "A B"],
    ],
    (name, shown) => {
      expect(displayName(name)).toBe(shown);
    },
  ));
