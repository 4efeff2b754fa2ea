import { loadOwnBalances } from "../../../balances/load-own-balances.ts";
import { shownService } from "../../../catalog/services/shown-service.ts";
import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  PortalBalancePage,
  PortalBalanceQuery,
  portalLinkRefusals,
} from "../../../schemas/portal.ts";
import { showAutoTopUp } from "../../../settlements/auto-top-ups/show-auto-top-up.ts";
import { findAutoTopUps } from "../../../settlements/auto-top-ups/store.ts";
import { loadPortal } from "../portal-sessions/load-portal.ts";

export const listOwnBalances = visit("GET /portal/{portalToken}/balances", {
  name: "portal.balances",
  summary: "List the subscriber's prepaid balances, newest first",
  description:
    "Each with its service, the credit that is left and its automatic top-ups. Credit and holds that have expired no longer count.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalBalanceQuery,
  output: PortalBalancePage,
  run: async (work, { portalToken, ...query }) => {
    const at = await loadPortal(work, portalToken, "portal.balances");
    const { rows, next } = await loadOwnBalances(at, { ...query, userId: at.userId });
    const ids = rows.map(({ id }) => id);
    const autoTopUps = await findAutoTopUps(at.db, ids);
    const balances = await Promise.all(
      rows.map(async (balance) => {
        const { id, service } = balance;
        const autoTopUp = autoTopUps.find(({ balanceId }) => balanceId === id);
        return {
          ...balance,
          service: shownService(service),
          autoTopUp:
            autoTopUp === undefined ? null : await showAutoTopUp(at, autoTopUp, service.id),
        };
      }),
    );
    return { balances, nextCursor: next };
  },
});
