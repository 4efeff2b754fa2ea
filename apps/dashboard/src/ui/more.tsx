import { Button } from "@usance/ui";

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
