import { expect, test } from "vitest";
import { webAddress } from "./web-address.ts";

test.each(["https://example.com/a?b#c", "http://localhost:3000/"])("%s is a web address", (url) => {
  expect(webAddress(url)?.href).toBe(url);
});

test.each([null, "", "example.com", "javascript:alert(1)", "data:text/html,x", "file:///etc"])(
  "%s is no web address",
  (url) => {
    expect(webAddress(url)).toBeNull();
  },
);
