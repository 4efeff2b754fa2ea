import { Tabs } from "@usance/ui";
import type { ReactNode } from "react";

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
  /** Called with undefined for all. */
  readonly onChange: (status: string | undefined) => void;
  /** The list of the chosen status. */
  readonly children: ReactNode;
}

const all = "all";

/** A list by status: a tab for each. */
export const StatusTabs = <Status extends string>({
  of,
  value,
  onChange,
  children,
}: StatusTabsProps<Status>) => (
  <Tabs
    label="Status"
    chosen={value ?? all}
    onChoose={(status) => onChange(status === all ? undefined : status)}
    tabs={[
      { id: all, words: "All" },
      ...Object.entries<StatusWords<Status>[Status]>(of).map(([id, [, words]]) => ({ id, words })),
    ]}
  >
    {children}
  </Tabs>
);
