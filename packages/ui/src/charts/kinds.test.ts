import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, type Rgb, readColor } from "../brand/colors.ts";

const styleOf = (name: string) =>
  readFileSync(new URL(`../styles/${name}.css`, import.meta.url), "utf8");

test("what charts draw has a contrast of 3 : 1 or more on the card, in both modes", () => {
  const drawn = [...styleOf("charts").matchAll(/\.kind-\w+ \{\s+color: var\(--([\w-]+)\);/g)];
  const names = drawn.map(([, name = ""]) => name);
  expect(names).toHaveLength(6);
  for (const tokens of styleOf("tokens").split("@media")) {
    const colorOf = (name: string): Rgb | null =>
      readColor(new RegExp(`--${name}: (?:var\\([\\w-]+, )?(#\\w{6})`).exec(tokens)?.[1] ?? "");
    const [card, ...fills] = ["card", ...names].map(colorOf);
    for (const [index, fill] of fills.entries()) {
      expect(card && fill && contrast(card, fill), names[index]).toBeGreaterThanOrEqual(3);
    }
  }
});
