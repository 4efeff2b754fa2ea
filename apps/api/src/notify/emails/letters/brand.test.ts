import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { brandOf } from "./brand.ts";

it("the text on a color is black or white, whichever has more contrast", () =>
  forRows(
    [
      ["#ffffff", "#000000"],
      ["#ffd400", "#000000"],
      ["#000000", "#ffffff"],
      ["#1d4ed8", "#ffffff"],
      ["#767676", "#000000"],
      ["#757575", "#ffffff"],
      ["#6f6f6f", "#ffffff"],
    ],
    (color, ink) => {
      expect(brandOf({ name: "A", branding: { color } })).toMatchObject({ color, ink });
    },
  ));

it("a service without branding has the usual button and no links", () => {
  expect(brandOf({ name: "A", branding: null })).toEqual({
    name: "A",
    color: "#0b5f4a",
    ink: "#ffffff",
    links: [],
  });
});

it("a service's links are those that were given", () => {
  const branding = {
    supportUrl: "https://a.example/help",
    privacyUrl: "https://a.example/privacy",
  };
  expect(brandOf({ name: "A", branding }).links).toEqual([
    { label: "Support", url: "https://a.example/help" },
    { label: "Privacy", url: "https://a.example/privacy" },
  ]);
});

it("the colors of an e-mail without branding are those of the pages", () => {
  const tokens = readFileSync(
    new URL("../../../../../../packages/ui/src/styles/tokens.css", import.meta.url),
    "utf8",
  );
  const colorsIn = (text: string) => new Set(text.match(/#[0-9a-f]{6}\b/g));
  const layout = readFileSync(new URL("./html.ts", import.meta.url), "utf8");
  const used = colorsIn(layout).add(brandOf({ name: "A", branding: null }).color);
  const known = colorsIn(tokens);

  expect([...used].filter((color) => !known.has(color))).toEqual([]);
  expect(used.size).toBeGreaterThan(8);
});
