import { Aside, Button, Note } from "@usance/ui";
import type { ReactNode } from "react";
import type { Pages } from "./use-pages.ts";

interface PagedListProps<Item> {
  readonly pages: Omit<Pages<Item>, "set">;
  /** The texts while the list loads, if that failed, if the list is empty, and on the button for the next page. */
  readonly words: Readonly<Record<"reading" | "failed" | "empty" | "more", string>>;
  /** Shows the items that were read, at least one. */
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that is read page by page. */
export function PagedList<Item>({
  pages: { answer, again, readMore, isBusy },
  words,
  children,
}: PagedListProps<Item>) {
  if (answer.state === "reading") return <Aside>{words.reading}</Aside>;
  if (answer.state === "failed") {
    return (
      <>
        <Note>{words.failed}</Note>
        <Button kind="quiet" onClick={again}>
          Try again
        </Button>
      </>
    );
  }
  const { items, nextCursor } = answer.value;
  return (
    <>
      {items.length === 0 ? <Aside>{words.empty}</Aside> : children(items)}
      {nextCursor !== null && (
        <Button kind="quiet" isBusy={isBusy} onClick={() => readMore()}>
          {words.more}
        </Button>
      )}
    </>
  );
}
