import type { RootPages } from "@usance/proofs";
import type { Story } from "./story.ts";

/** The roots of an invoice, as its link lists them, one on a page. */
export const linkedRoots = (story: Story, linkToken: string): RootPages => ({
  roots: (cursor) => story.done("invoiceLinks.usageRoots", { linkToken, limit: 1, cursor }),
  changes: (roots, cursor) => {
    const input = { linkToken, roots: roots.join(), limit: 1, cursor };
    return story.done("invoiceLinks.usageChanges", input);
  },
});
