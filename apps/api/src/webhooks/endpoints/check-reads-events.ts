import type { Caller } from "../../access/auth/authenticate.ts";
import { holds } from "../../contract/nouns.ts";
import { endpointNeedsEvents } from "../../contract/webhook-endpoints.ts";
import { Refusal } from "../../lib/refusal.ts";

/** Lets nobody have events sent that the caller may not read itself. @throws Refusal endpointNeedsEvents */
export function checkReadsEvents({ scopes }: Pick<Caller, "scopes">): void {
  if (!holds(scopes, "events:read")) throw new Refusal(endpointNeedsEvents);
}
