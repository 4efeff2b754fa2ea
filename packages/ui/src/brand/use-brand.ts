import { useEffect } from "react";
import { colorText, readColor } from "./colors.ts";
import { type Mode, shadesOf } from "./shades.ts";

const allModes: readonly Mode[] = ["light", "dark"];

/** Gives the page the shades of a brand's color, until it is left. null: the page's own colors. */
export function useBrand(color: string | null): void {
  useEffect(() => {
    const rgb = color === null ? null : readColor(color);
    if (rgb === null) return;
    const { style } = document.documentElement;
    const properties = allModes.flatMap((mode) => {
      const { accent, accentDeep, onAccent, wash } = shadesOf(rgb, mode);
      return [
        [`--brand-accent-${mode}`, accent],
        [`--brand-accent-deep-${mode}`, accentDeep],
        [`--brand-on-accent-${mode}`, onAccent],
        [`--brand-wash-${mode}`, wash],
      ] as const;
    });
    for (const [name, value] of properties) style.setProperty(name, colorText(value));
    return () => {
      for (const [name] of properties) style.removeProperty(name);
    };
  }, [color]);
}
