import { expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { mailboxKey } from "./store.ts";

test("all forms of an address have one key", () =>
  forRows(
    [
      ["pat@example.com", "pat@example.com"],
      ["Pat@EXAMPLE.com", "pat@example.com"],
      ["pat+invoices@example.com", "pat@example.com"],
      ["pat+a+b@example.com.", "pat@example.com"],
      ["ｐａｔ@example.com", "pat@example.com"],
      ['"pat"@example.com', "pat@example.com"],
      ['"pat+x"@example.com', "pat@example.com"],
      ["+pat+x@example.com", "pat@example.com"],
      ["pat.a@example.com", "pat.a@example.com"],
      ["p.a.t+x@gmail.com", "pat@gmail.com"],
      ["P.A.T@GoogleMail.com", "pat@gmail.com"],
      ["P.a-t_@pm.me", "pat@proton.me"],
      ["pat+x@protonmail.com", "pat@proton.me"],
      ["pat@me.com", "pat@icloud.com"],
      ["pat.a@ya.ru", "pat-a@yandex.ru"],
      ["x@pat.fastmail.com", "pat@fastmail.com"],
      ["pat.a@outlook.com", "pat.a@outlook.com"],
      ["info@räucher.de", "info@xn--rucher-bua.de"],
      ["info@xn--rucher-bua.de", "info@xn--rucher-bua.de"],
      ["pat@sub.example.com", "pat@sub.example.com"],
    ],
    (address, key) => {
      expect(mailboxKey(address)).toBe(key);
    },
  ));
