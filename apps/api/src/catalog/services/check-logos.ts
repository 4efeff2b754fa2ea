import type { Parts } from "../../operation/ports/parts.ts";
import { readBranding } from "../../schemas/branding.ts";
import { fetchLogo } from "./fetch-logo.ts";
import { findUncheckedLogos, noteLogoCheck } from "./store.ts";

/** The maximum number of logos that a run loads, each of another seller, at the same time. */
const maxLogos = 10;

/** Job: loads logos that are new, so that their sellers learn why one cannot be shown before a subscriber visits a page. */
export async function checkLogos({
  db,
  clock,
  webhooks: { outbound },
}: Pick<Parts, "db" | "clock" | "webhooks">): Promise<void> {
  const services = await findUncheckedLogos(db, maxLogos);
  await Promise.all(
    services.map(async (service) => {
      const url = readBranding(service.branding)?.logoUrl ?? null;
      const { problem } = url === null ? { problem: null } : await fetchLogo({ outbound }, url);
      await noteLogoCheck({ db, now: clock.now() }, service, problem);
    }),
  );
}
