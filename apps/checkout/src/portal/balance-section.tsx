import { Button, Note } from "@usance/ui";
import { useCallback } from "react";
import type { PortalApi } from "../api/portal-api.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePages } from "./use-pages.ts";

/** Loaded only for subscribers who have a balance. */
const BalancePanel = lazyPart("Your prepaid balances", () => import("./balance-panel.tsx"));

/** The subscriber's prepaid balances; nothing if there are none. */
export function BalanceSection({ api }: { api: PortalApi }) {
  const { answer, again, readMore, isBusy } = usePages(
    useCallback(
      async (cursor: string | null, signal: AbortSignal) => {
        const { balances, nextCursor } = await api.balances(cursor, signal);
        return { items: balances, nextCursor };
      },
      [api],
    ),
  );
  if (answer.state === "reading") return null;
  if (answer.state === "failed") {
    return (
      <section className="subscription" aria-label="Prepaid balances">
        <Note>Your prepaid balances cannot be shown at the moment.</Note>
        <Button kind="quiet" onClick={again}>
          Try again
        </Button>
      </section>
    );
  }
  const { items: balances, nextCursor } = answer.value;
  return (
    <>
      {balances.map((balance) => (
        <BalancePanel key={balance.id} api={api} balance={balance} />
      ))}
      {nextCursor !== null && (
        <Button kind="quiet" isBusy={isBusy} onClick={() => readMore()}>
          Show more balances
        </Button>
      )}
    </>
  );
}
