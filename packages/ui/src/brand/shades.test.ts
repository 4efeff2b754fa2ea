import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colorText, contrast, type Rgb, readColor } from "./colors.ts";
import { leastContrast, modes, shadesOf } from "./shades.ts";

const parts = [0, 31, 63, 95, 127, 159, 191, 223, 255];
const colors = parts.flatMap((red) =>
  parts.flatMap((green) => parts.map((blue): Rgb => [red, green, blue])),
);

test("the shades of any color can be read in both modes", () => {
  for (const mode of ["light", "dark"] as const) {
    const least = Math.min(
      ...colors.flatMap((color) => {
        const { accent, accentDeep, onAccent, wash } = shadesOf(color, mode);
        const grounds = [...modes[mode].grounds, wash];
        return [
          ...grounds.map((ground) => contrast(accent, ground)),
          contrast(onAccent, accent),
          contrast(onAccent, accentDeep),
        ];
      }),
    );
    expect(least, mode).toBeGreaterThanOrEqual(leastContrast);
  }
});

test("a color that can be read is used as it is", () => {
  expect(shadesOf([29, 78, 216], "light").accent).toEqual([29, 78, 216]);
  expect(shadesOf([95, 214, 174], "dark").accent).toEqual([95, 214, 174]);
});

test("the grounds are those of the tokens", () => {
  const tokens = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");
  const [light = "", dark = ""] = tokens.split("@media");
  for (const [mode, css] of [
    ["light", light],
    ["dark", dark],
  ] as const) {
    const found = ["card", "tint", "ground"].map(
      (name) => new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1],
    );
    expect(modes[mode].grounds.map(colorText)).toEqual(found);
  }
});

test("contrast is that of WCAG", () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  expect(contrast([1, 2, 3], [1, 2, 3])).toBe(1);
});

test("other text is no color", () => {
  for (const text of ["blue", "#12345", "#1234567", "", "#ggtttt"]) {
    expect(readColor(text), text).toBeNull();
  }
});
