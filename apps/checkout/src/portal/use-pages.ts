import { useCallback } from "react";
import { useAction } from "../ui/use-action.ts";
import { useAnswer } from "./use-answer.ts";

/** A page of a list. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null: this is the last one. */
  readonly nextCursor: string | null;
}

export type Pages<Item> = ReturnType<typeof usePages<Item>>;

/**
 * Reads a list page by page.
 *
 * @param read the same function until another list is to be read; `cursor` null: the first page
 */
export function usePages<Item>(
  read: (cursor: string | null, signal: AbortSignal) => Promise<ListPage<Item>>,
) {
  const { answer, again, set } = useAnswer(
    useCallback((signal: AbortSignal) => read(null, signal), [read]),
  );
  const { isBusy, run } = useAction();
  /** Adds the page after those that were read. */
  const readMore = ({ items, nextCursor }: ListPage<Item>) =>
    run(async (signal) => {
      const next = await read(nextCursor, signal);
      set({ ...next, items: [...items, ...next.items] });
    });
  return { answer, again, readMore, isBusy };
}
