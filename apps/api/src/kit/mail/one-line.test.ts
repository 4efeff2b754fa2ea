import { expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { displayName, oneLine } from "./open-mailer.ts";

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
      ["=?utf-8?q?PayPal=40paypal.com?=", "= ?utf-8?q?PayPal=40paypal.com?="],
      ["＝？utf-8?q?PayPal=40paypal.com?=", "= ?utf-8?q?PayPal=40paypal.com?="],
    ],
    (name, shown) => {
      expect(displayName(name)).toBe(shown);
    },
  ));

test("a text has no encoded word, in which a reader would find other characters", () =>
  forRows(
    [
      ["Invoice =?utf-8?q?=E2=80=AE=0A?= of A", "Invoice = ?utf-8?q?=E2=80=AE=0A?= of A"],
      ["=\u202e?utf-8?b?4oCu?=", "= ?utf-8?b?4oCu?="],
      ["a=?b", "a= ?b"],
    ],
    (text, line) => {
      expect(oneLine(text, 200)).toBe(line);
    },
  ));
