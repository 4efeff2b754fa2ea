import { useQuery } from "@tanstack/react-query";
import { Tabs } from "@usance/ui";
import type { ReactNode } from "react";
import { trpc } from "../api/client.ts";
import type { StatusCount } from "../api/records.ts";
import { useMay } from "../frame/session.tsx";

/** The words of each status that a list can be filtered by. */
type StatusWords<Status extends string> = Readonly<
  Record<Status, readonly [kind: string, words: string]>
>;

/** Reads a status from a page's address. @returns undefined for any other text */
export const statusIn = <Status extends string>(
  words: StatusWords<Status>,
  text: string | undefined,
): Status | undefined =>
  text !== undefined && Object.hasOwn(words, text) ? (text as Status) : undefined;

interface StatusTabsProps<Status extends string> {
  readonly of: StatusWords<Status>;
  readonly value: Status | undefined;
  /** How many records have each status (`useCounts`); default: that is not shown. */
  readonly counts?: readonly StatusCount[] | undefined;
  /** Called with undefined for all. */
  readonly onChange: (status: string | undefined) => void;
  /** The list of the chosen status. */
  readonly children: ReactNode;
}

const all = "all";

/** How many records of a list have each status; undefined while that is not known, or where the list is filtered. */
export function useCounts(
  of: "invoices" | "settlements" | "disputes",
  isFiltered = false,
): readonly StatusCount[] | undefined {
  const isShown = useMay("reports:read") && !isFiltered;
  const found = useQuery(trpc.reports.counts.queryOptions({ of }, { enabled: isShown }));
  return isShown ? found.data?.counts : undefined;
}

/** A list by status: a tab for each. */
export const StatusTabs = <Status extends string>({
  of,
  value,
  counts,
  onChange,
  children,
}: StatusTabsProps<Status>) => {
  const tabs = Object.entries<StatusWords<Status>[Status]>(of).map(([id, [, words]]) => ({
    id,
    words: <Counted words={words} of={counts?.filter(({ status }) => status === id)} />,
  }));
  return (
    <Tabs
      label="Status"
      chosen={value ?? all}
      onChoose={(status) => onChange(status === all ? undefined : status)}
      tabs={[{ id: all, words: <Counted words="All" of={counts} /> }, ...tabs]}
    >
      {children}
    </Tabs>
  );
};

interface CountedProps {
  readonly words: string;
  readonly of: readonly StatusCount[] | undefined;
}

/** The words of a tab, with the sum of some counts behind them. */
const Counted = ({ words, of: counts }: CountedProps) => (
  <>
    {words}{" "}
    {counts !== undefined && (
      <span className="count">
        {counts.reduce((sum, { count }) => sum + count, 0).toLocaleString("en")}
        {counts.some(({ isMore }) => isMore) && "+"}
      </span>
    )}
  </>
);
