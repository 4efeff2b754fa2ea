import { listEntries } from "../../../balances/list-entries.ts";
import { loadOwnBalance } from "../../../balances/load-balance.ts";
import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { balanceNotFound } from "../../../schemas/balances.ts";
import { PortalEntryPage, PortalEntryQuery, portalLinkRefusals } from "../../../schemas/portal.ts";
import { loadPortal } from "../portal-sessions/load-portal.ts";

export const listOwnBalanceEntries = visit(
  "GET /portal/{portalToken}/balances/{balanceId}/entries",
  {
    name: "portal.balanceEntries",
    summary: "List the ledger of the subscriber's balance, newest first",
    description: "Every change of the balance, with what was available and held after it.",
    refusals: { ...portalLinkRefusals, balanceNotFound, tooManyRequests },
    input: PortalEntryQuery,
    output: PortalEntryPage,
    run: async (work, { portalToken, balanceId: id, ...page }) => {
      const at = await loadPortal(work, portalToken, "portal.balanceEntries");
      const balance = await loadOwnBalance(at, { id, userId: at.userId });
      return listEntries(at, balance.id, page);
    },
  },
);
