import type { Service } from "../../../db/generated/client.ts";
import { readBranding } from "../../../schemas/branding.ts";

/**
 * How a service appears in its e-mails. Its logo is not shown: a mail program would have to load it, and so tell who reads the
 * e-mail.
 */
export interface Brand {
  readonly name: string;
  /** The ground of the button, and the ink on it, as #rrggbb. */
  readonly color: string;
  readonly ink: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** The button of a service that has no color: the accent of the pages (packages/ui/src/styles/tokens.css). */
const usualColor = "#0b5f4a";

/** Returns the brand of a service. */
export function brandOf({ name, branding }: Pick<Service, "name" | "branding">): Brand {
  const { color, supportUrl, termsUrl, privacyUrl } = readBranding(branding) ?? {};
  const ground = color ?? usualColor;
  const links = [
    { label: "Support", url: supportUrl },
    { label: "Terms", url: termsUrl },
    { label: "Privacy", url: privacyUrl },
  ];
  return {
    name,
    color: ground,
    ink: inkOn(ground),
    links: links.flatMap(({ label, url }) => (url ? [{ label, url }] : [])),
  };
}

/** White or black, whichever can be read better: on any color one of them has a contrast above 4.5 : 1. */
function inkOn(color: string): string {
  const light = luminance(color);
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

/** The relative luminance of WCAG, from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
