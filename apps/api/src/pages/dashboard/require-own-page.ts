import { Refusal } from "../../kit/refusal.ts";
import type { Visiting } from "../../operation/work.ts";
import { ownPageOnly } from "../../schemas/dashboard.ts";

/**
 * Lets only the dashboard's own page go on, so that no other page signs a person in, or out.
 *
 * @throws Refusal 403 for a request that does not prove to be of that page
 */
export function requireOwnPage({ request }: Pick<Visiting, "request">): void {
  if (!request.dashboard().isOwnPage) throw new Refusal(ownPageOnly);
}
