/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number];

export const black: Rgb = [0, 0, 0];
export const white: Rgb = [255, 255, 255];

/** @returns null for what is not `#` and six hex digits */
export function readColor(text: string): Rgb | null {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  return red === undefined || green === undefined || blue === undefined
    ? null
    : [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

export const colorText = (color: Rgb) =>
  `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** @param share how much of the other color, from 0 to 1 */
export const mixed = (color: Rgb, other: Rgb, share: number): Rgb => {
  const part = (index: 0 | 1 | 2) =>
    Math.round(color[index] + (other[index] - color[index]) * share);
  return [part(0), part(1), part(2)];
};

/** The contrast of two colors, from 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
