import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { readSmtpUrl } from "./open-mailer.ts";

it("reads host, port, encryption and login of a URL", () =>
  forRows(
    [
      [
        "smtp://mail.example.com",
        { host: "mail.example.com", port: 587, secure: false, auth: null },
      ],
      ["smtps://mail.example.com", { port: 465, secure: true }],
      ["smtp://[::1]:2525", { host: "::1", port: 2525 }],
      ["smtp://u:p@mail.example.com:25", { port: 25, requireTLS: true }],
      ["smtp://mail.example.com:25", { requireTLS: false }],
      ["smtps://u:p@mail.example.com", { requireTLS: false }],
      ["smtp://u:p@127.0.0.1:2525", { requireTLS: false }],
      ["smtp://a%40b:c%2Fd@localhost", { auth: { credentials: { user: "a@b", pass: "c/d" } } }],
    ],
    (url, expected) => {
      expect(readSmtpUrl(url)).toMatchObject(expected);
    },
  ));
