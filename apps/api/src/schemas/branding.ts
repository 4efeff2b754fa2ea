import { z } from "zod";
import { hexColor, nested, omittable, returnUrl } from "../kit/fields.ts";

/* How the pages of a service look, and where they link to. */

const words = {
  logoUrl:
    "Address of the logo, a PNG, JPEG or WebP image of at most 256 KiB. The service loads it, and visitors of a page get it from the service",
  color:
    "Color of buttons and links. Pages use lighter and darker shades of it, so that text has enough contrast in light and in dark mode",
  supportUrl: "Page where subscribers get help",
  termsUrl: "The terms of service",
  privacyUrl: "The privacy policy",
};

const examples = {
  logoUrl: "https://example.com/logo.png",
  color: "#2563eb",
  supportUrl: "https://example.com/support",
  termsUrl: "https://example.com/terms",
  privacyUrl: "https://example.com/privacy",
};

export const newBranding = nested({
  logoUrl: returnUrl().meta({ description: words.logoUrl, example: examples.logoUrl }),
  color: hexColor().meta({ description: words.color, example: examples.color }),
  supportUrl: returnUrl().meta({ description: words.supportUrl, example: examples.supportUrl }),
  termsUrl: returnUrl().meta({ description: words.termsUrl, example: examples.termsUrl }),
  privacyUrl: returnUrl().meta({ description: words.privacyUrl, example: examples.privacyUrl }),
});

export const branding = (fields: typeof newBranding) =>
  omittable(fields).meta({
    description:
      "How the pages of checkout and invoices look. It replaces the branding as a whole; `{}` removes it",
    example: examples,
  });

const orNull = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description}; null if none was given`, example });

const links = {
  supportUrl: orNull(words.supportUrl, examples.supportUrl),
  termsUrl: orNull(words.termsUrl, examples.termsUrl),
  privacyUrl: orNull(words.privacyUrl, examples.privacyUrl),
};
const colorOut = orNull(words.color, examples.color);

export const Branding = z.object({
  logoUrl: orNull(words.logoUrl, examples.logoUrl),
  color: colorOut,
  ...links,
});

export type Branding = z.output<typeof Branding>;

/** The branding of a service, from its column. */
export const brandingOut = () =>
  z
    .custom<unknown>()
    .transform(readBranding)
    .pipe(Branding.nullable())
    .meta({ description: "How the pages look; null if no branding was given" });

/** @param stored the column of a service: the fields that were given, or null */
export function readBranding(stored: unknown): Branding | null {
  if (typeof stored !== "object" || stored === null) return null;
  const none = { logoUrl: null, color: null, supportUrl: null, termsUrl: null, privacyUrl: null };
  return { ...none, ...stored };
}

/** The branding as a page gets it. */
export const ShownBranding = z
  .object({
    logoPath: z.string().nullable().meta({
      description: "Path of the logo on the service's own origin; null if there is none",
      example: "/logos/clh3am8hi0000qwer1234abcd/1f3a5b7c9d0e2f48",
    }),
    color: colorOut,
    ...links,
  })
  .meta({ description: "How the page looks" });
