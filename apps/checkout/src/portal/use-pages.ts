import { useCallback } from "react";
import { useAction } from "../ui/use-action.ts";
import { useAnswer } from "./use-answer.ts";

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null: this is the last one. */
  readonly nextCursor: string | null;
}

/** The pages of a list that were read, as one. */
export type Pages<Item, Page extends ListPage<Item> = ListPage<Item>> = ReturnType<
  typeof usePages<Item, Page>
>;

/**
 * Reads a list page by page.
 *
 * @param read the same function until another list is to be read; `cursor` null: the first page
 */
export function usePages<Item, Page extends ListPage<Item>>(
  read: (cursor: string | null, signal: AbortSignal) => Promise<Page & ListPage<Item>>,
) {
  const { answer, again, set } = useAnswer(
    useCallback((signal: AbortSignal) => read(null, signal), [read]),
  );
  const { isBusy, run } = useAction();
  /** Adds the next page to those that were read. */
  const readMore = () =>
    run(async (signal) => {
      if (answer.state !== "read") return;
      const { items, nextCursor } = answer.value;
      const next = await read(nextCursor, signal);
      set({ ...next, items: [...items, ...next.items] });
    });
  return { answer, again, set, readMore, isBusy };
}
