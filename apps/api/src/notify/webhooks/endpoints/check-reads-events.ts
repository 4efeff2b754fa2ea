import { Refusal } from "../../../kit/refusal.ts";
import type { Caller } from "../../../operation/access/auth/authenticate.ts";
import { holds } from "../../../schemas/nouns.ts";
import { endpointNeedsEvents } from "../../../schemas/webhook-endpoints.ts";

/** An endpoint receives events, so only a caller that may read them can set it up. @throws Refusal endpointNeedsEvents */
export function checkReadsEvents({ scopes }: Pick<Caller, "scopes">): void {
  if (!holds(scopes, "events:read")) throw new Refusal(endpointNeedsEvents);
}
