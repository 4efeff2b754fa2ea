import { amountText, type DataColumn, DataTable, entryWords, isLess, Time } from "@usance/ui";
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
        {(entries) => (
          <DataTable
            caption="Changes of your balance, newest first"
            columns={columns}
            rows={entries}
            keyOf={({ position }) => String(position)}
            isPlain
          />
        )}
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

const columns: readonly DataColumn<BalanceEntry>[] = [
  {
    label: "Change",
    cell: ({ type, createdAt }) => (
      <>
        {entryWords[type]}
        <span className="under">
          <Time at={createdAt} />
        </span>
      </>
    ),
  },
  {
    label: "USDC",
    cell: ({ available }) =>
      isLess("0", available) ? `+${amountText(available)}` : amountText(available),
    isFigure: true,
  },
  {
    label: "Available",
    cell: ({ availableAfter }) => amountText(availableAfter),
    isFigure: true,
    isSoft: true,
  },
];
