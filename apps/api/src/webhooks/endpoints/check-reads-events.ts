import type { Caller } from "../../access/auth/authenticate.ts";
import { holds } from "../../contract/nouns.ts";
import { endpointNeedsEvents } from "../../contract/webhook-endpoints.ts";
import { Refusal } from "../../lib/refusal.ts";

/** An endpoint receives events, so only a caller that may read them can set it up. @throws Refusal endpointNeedsEvents */
export function checkReadsEvents({ scopes }: Pick<Caller, "scopes">): void {
  if (!holds(scopes, "events:read")) throw new Refusal(endpointNeedsEvents);
}
