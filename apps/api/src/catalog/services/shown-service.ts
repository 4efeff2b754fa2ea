import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Service } from "../../db/generated/client.ts";
import { readBranding } from "../../schemas/branding.ts";
import type { ShownService } from "../../schemas/services.ts";

/** A service as its pages show it. */
export function shownService({
  id,
  name,
  description,
  branding: stored,
}: Pick<Service, "id" | "name" | "description" | "branding">): z.input<typeof ShownService> {
  const branding = readBranding(stored);
  if (branding === null) return { name, description, branding };
  const { logoUrl, ...shown } = branding;
  const logoPath = logoUrl === null ? null : `/logos/${id}/${logoVersionOf(logoUrl)}`;
  return { name, description, branding: { logoPath, ...shown } };
}

/** Another logo has another address, so browsers can keep it. */
export const logoVersionOf = (logoUrl: string): string =>
  createHash("sha256").update(logoUrl).digest("hex").slice(0, 16);
