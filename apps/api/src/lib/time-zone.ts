import { z } from "zod";
import { says } from "./messages.ts";
import type { RefusalTerms } from "./refusal.ts";

export const utc = "UTC";

const ruleText = "must be UTC or a time zone such as Europe/Berlin.";
const rule = says(ruleText);

export const unknownTimeZone: RefusalTerms = {
  kind: "invalid",
  code: "unknown_time_zone",
  param: "timeZone",
  message: `timeZone ${ruleText}`,
  meaning: "No time zone has this name, or the database does not know it.",
  remedy:
    "Send `UTC`, or a name of the IANA time zone database with a region, such as `Europe/Berlin`.",
};

/**
 * A time zone. Postgres reads a name without a slash as an abbreviation first, with a fixed offset where the zone has
 * summer time (CET), so such names are refused.
 */
export const timeZone = () =>
  z
    .string(rule)
    .max(64, { ...rule, abort: true })
    .refine((name) => name === utc || isZone(name), rule);

function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+){1,2}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
