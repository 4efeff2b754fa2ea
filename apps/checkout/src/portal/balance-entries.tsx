import { amountText, entryWords, isLess, Table, Time } from "@usance/ui";
import { useCallback, useId } from "react";
import type { Balance, BalanceEntry, PortalApi } from "../api/portal-api.ts";
import { PagedList } from "./paged-list.tsx";
import { usePages } from "./use-pages.ts";

interface BalanceEntriesProps {
  readonly api: PortalApi;
  readonly balance: Balance;
}

/** The ledger of a balance, newest first. */
export function BalanceEntries({ api, balance: { id } }: BalanceEntriesProps) {
  const pages = usePages(
    useCallback(
      async (cursor: string | null, signal: AbortSignal) => {
        const { balanceEntries, nextCursor } = await api.balanceEntries(id, cursor, signal);
        return { items: balanceEntries, nextCursor };
      },
      [api, id],
    ),
  );
  const headingId = useId();
  return (
    <section className="part" aria-labelledby={headingId}>
      <h3 id={headingId}>Changes</h3>
      <PagedList pages={pages} words={listWords}>
        {(entries) => <EntryTable entries={entries} />}
      </PagedList>
    </section>
  );
}

const listWords = {
  reading: "Reading the changes…",
  failed: "The changes cannot be shown at the moment.",
  empty: "There are no changes yet.",
  more: "Show earlier changes",
};

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
          <span>{entryWords[type]}</span>
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
