import { keepPreviousData, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button, DataTable, type DataTableProps } from "@usance/ui";
import type { ReactNode } from "react";
import { Answer } from "./answer.tsx";

/** Reads a list page by page. The old rows stay while other filters load. */
export const byCursor = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
};

interface RecordListProps<Page, Row> extends Omit<DataTableProps<Row>, "rows" | "isPart"> {
  readonly of: Pick<
    UseInfiniteQueryResult<{ readonly pages: readonly Page[] }, unknown>,
    "data" | "error" | "refetch" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** Shown in the place of no records. */
  readonly empty: ReactNode;
}

/** A list of the API as a table, with a button for its next page. */
export const RecordList = <Page, Row>({
  of: list,
  rowsOf,
  empty,
  ...table
}: RecordListProps<Page, Row>) => (
  <Answer of={list}>
    {({ pages }) => {
      const rows = pages.flatMap(rowsOf);
      if (rows.length === 0) return empty;
      return (
        <>
          <DataTable {...table} rows={rows} isPart={list.hasNextPage} />
          <More list={list} />
        </>
      );
    }}
  </Answer>
);

interface MoreProps {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** The rest of a list, a page at a time. */
export const More = ({ list }: MoreProps) =>
  list.hasNextPage ? (
    <Button
      kind="quiet"
      isSmall
      isBusy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? "Loading…" : "Show more"}
    </Button>
  ) : null;
