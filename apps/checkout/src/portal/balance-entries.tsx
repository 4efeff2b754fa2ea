import { Aside, amountText, Button, isLess, Note, Table, Time } from "@usance/ui";
import { useCallback, useId } from "react";
import type { Balance, BalanceEntry, PortalApi } from "../api/portal-api.ts";
import { useAction } from "./use-action.ts";
import { useAnswer } from "./use-answer.ts";

interface BalanceEntriesProps {
  readonly api: PortalApi;
  readonly balance: Balance;
}

/** The ledger of a balance, newest first. */
export function BalanceEntries({ api, balance: { id } }: BalanceEntriesProps) {
  const { answer, again, set } = useAnswer(
    useCallback((signal) => api.balanceEntries(id, null, signal), [api, id]),
  );
  const more = useAction();
  const headingId = useId();
  return (
    <section className="part" aria-labelledby={headingId}>
      <h3 id={headingId}>Changes</h3>
      {answer.state === "reading" && <Aside>Reading the changes…</Aside>}
      {answer.state === "failed" && (
        <>
          <Note>The changes cannot be shown at the moment.</Note>
          <Button kind="quiet" onClick={again}>
            Try again
          </Button>
        </>
      )}
      {answer.state === "read" && answer.value.balanceEntries.length === 0 && (
        <Aside>There are no changes yet.</Aside>
      )}
      {answer.state === "read" && answer.value.balanceEntries.length > 0 && (
        <EntryTable entries={answer.value.balanceEntries} />
      )}
      {answer.state === "read" && answer.value.nextCursor !== null && (
        <Button
          kind="quiet"
          isBusy={more.isBusy}
          onClick={() =>
            more.run(async (signal) => {
              const { balanceEntries, nextCursor } = answer.value;
              const next = await api.balanceEntries(id, nextCursor, signal);
              set({ ...next, balanceEntries: [...balanceEntries, ...next.balanceEntries] });
            })
          }
        >
          Show earlier changes
        </Button>
      )}
    </section>
  );
}

const EntryTable = ({ entries }: { entries: readonly BalanceEntry[] }) => (
  <Table
    caption="Changes of your balance, newest first"
    columns={[
      { label: "Change", width: "44%" },
      { label: "USDC", width: "28%" },
      { label: "Available", width: "28%", isSoft: true },
    ]}
    rows={entries.map(({ position, type, available, availableAfter, createdAt }) => ({
      key: position,
      cells: [
        <span key="name" className="invoice-name">
          <span>{words[type]}</span>
          <span className="aside">
            <Time at={createdAt} />
          </span>
        </span>,
        isLess("0", available) ? `+${amountText(available)}` : amountText(available),
        amountText(availableAfter),
      ],
    }))}
  />
);

const words: Readonly<Record<BalanceEntry["type"], string>> = {
  TOP_UP: "Top-up",
  TOP_UP_REVERSED: "Payment undone by the chain",
  GRANT: "Credit given",
  GRANT_EXPIRED: "Credit expired",
  CHARGE: "Usage",
  HOLD: "Set aside for a call",
  HOLD_COMMITTED: "Call charged, the rest given back",
  HOLD_RELEASED: "Call not charged, returned",
  HOLD_EXPIRED: "Not used in time, returned",
};
