import type { Checkout } from "./answers.ts";

type Branding = NonNullable<Checkout["service"]["branding"]>;

/** A service as its pages show it, with the address of its logo. */
export type BrandedService = Omit<Checkout["service"], "branding"> & {
  readonly branding: (Omit<Branding, "logoPath"> & { readonly logo: string | null }) | null;
};

/** @param apiUrl where the API is, which has the logo too; empty where the page is */
export function brandedService(
  apiUrl: string,
  { branding, ...service }: Checkout["service"],
): BrandedService {
  if (branding === null) return { ...service, branding };
  const { logoPath, ...look } = branding;
  return { ...service, branding: { ...look, logo: logoPath && `${apiUrl}${logoPath}` } };
}
