import { Aside, Button, Note } from "@usance/ui";
import { lazy, Suspense, useCallback } from "react";
import type { PortalApi } from "../api/portal-api.ts";
import { useAction } from "./use-action.ts";
import { useAnswer } from "./use-answer.ts";

/** Loaded only for subscribers who have a balance. */
const BalancePanel = lazy(() => import("./balance-panel.tsx"));

/** The subscriber's prepaid balances; nothing if there are none. */
export function BalanceSection({ api }: { api: PortalApi }) {
  const { answer, again, set } = useAnswer(
    useCallback((signal) => api.balances(null, signal), [api]),
  );
  const more = useAction();
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
  const { balances, nextCursor } = answer.value;
  const showMore = () =>
    more.run(async (signal) => {
      const next = await api.balances(nextCursor, signal);
      set({ ...next, balances: [...balances, ...next.balances] });
    });
  return (
    <>
      {balances.length > 0 && (
        <Suspense fallback={<Aside>Reading your prepaid balances…</Aside>}>
          {balances.map((balance) => (
            <BalancePanel key={balance.id} api={api} balance={balance} />
          ))}
        </Suspense>
      )}
      {nextCursor !== null && (
        <Button kind="quiet" isBusy={more.isBusy} onClick={showMore}>
          Show more balances
        </Button>
      )}
    </>
  );
}
