import { black, contrast, mixed, type Rgb, white } from "./colors.ts";

export type Mode = "light" | "dark";

/** The colors that come from a brand's color: those of tokens.css with the same names. */
export interface Shades {
  readonly accent: Rgb;
  readonly accentDeep: Rgb;
  readonly onAccent: Rgb;
  readonly wash: Rgb;
}

/** The grounds of tokens.css on which the accent stands, and where its shades go for more contrast. */
export const modes: Readonly<
  Record<Mode, { readonly grounds: readonly Rgb[]; readonly toward: Rgb }>
> = {
  light: {
    grounds: [
      [255, 255, 255],
      [246, 249, 247],
      [238, 242, 240],
    ],
    toward: black,
  },
  dark: {
    grounds: [
      [20, 28, 25],
      [24, 34, 30],
      [11, 17, 15],
    ],
    toward: white,
  },
};

/** WCAG 2.2, AA, for text. */
export const leastContrast = 4.5;
const steps = 50;

/**
 * The shades of a brand's color for a mode: the color itself where it can be read on all grounds of the mode, and else
 * the nearest darker or lighter shade that can.
 */
export function shadesOf(color: Rgb, mode: Mode): Shades {
  const { grounds, toward } = modes[mode];
  const [card = white] = grounds;
  const found = Array.from({ length: steps + 1 }, (_, step) => {
    const accent = mixed(color, toward, step / steps);
    return { accent, wash: mixed(card, accent, 0.1) };
  }).find(({ accent, wash }) =>
    [...grounds, wash].every((ground) => contrast(accent, ground) >= leastContrast),
  );
  const { accent, wash } = found ?? { accent: toward, wash: card };
  const onAccent = mode === "light" ? white : black;
  return { accent, accentDeep: mixed(accent, toward, 0.25), onAccent, wash };
}
