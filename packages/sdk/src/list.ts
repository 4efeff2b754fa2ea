/** The response of a list: records under the noun's name, and the cursor of the next page. */
export interface PageOf {
  readonly nextCursor?: string | null | undefined;
}

/**
 * A list. `await` returns one page. `for await` iterates over the records of all pages, and requests each page after the
 * records of the previous one. No request is made before one of the two starts.
 */
export interface List<Page extends PageOf, Item> extends PromiseLike<Page>, AsyncIterable<Item> {
  catch<Other>(failed: (error: unknown) => Other | PromiseLike<Other>): Promise<Page | Other>;
  finally(done: () => void): Promise<Page>;
}

/** @param read requests the page at a cursor; with undefined, the page that the caller asked for */
export function listOf<Page extends PageOf, Item>(
  read: (cursor?: string) => Promise<{ readonly page: Page; readonly items: readonly Item[] }>,
): List<Page, Item> {
  let asked: ReturnType<typeof read> | undefined;
  const first = () => {
    asked ??= read();
    return asked;
  };
  const awaited = async () => (await first()).page;
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list is meant to be awaited.
    then: (done, failed) => awaited().then(done, failed),
    catch: (failed) => awaited().catch(failed),
    finally: (done) => awaited().finally(done),
    async *[Symbol.asyncIterator]() {
      for (let at = await first(); ; ) {
        yield* at.items;
        const { nextCursor = null } = at.page;
        if (nextCursor === null) return;
        at = await read(nextCursor);
      }
    },
  };
}
