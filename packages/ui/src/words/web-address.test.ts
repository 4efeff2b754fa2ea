import { expect, test } from "vitest";
import { webAddress } from "./web-address.ts";

test("a URL of HTTP is a web address", () => {
  for (const url of ["https://example.com/a?b#c", "http://localhost:3000/"]) {
    expect(webAddress(url)?.href, url).toBe(url);
  }
});

test("other text is no web address", () => {
  for (const url of [
    null,
    "",
    "example.com",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc",
  ]) {
    expect(webAddress(url), String(url)).toBeNull();
  }
});
