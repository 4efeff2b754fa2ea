import type { Story } from "./story.ts";

/** The secret part of a portal session's `url`. */
export const portalTokenOf = ({ url }: { readonly url: string }) => url.split("/").at(-1) ?? "";

/** Creates a portal session of a user. @returns its token */
export async function aPortal(story: Pick<Story, "done">, userId: string): Promise<string> {
  const { portalSession } = await story.done("portalSessions.create", { userId });
  return portalTokenOf(portalSession);
}
