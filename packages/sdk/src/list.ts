/** What a list answers with: records under the noun's name, and where it goes on. */
export interface PageOf {
  readonly nextCursor?: string | null | undefined;
}

/**
 * A list. Awaited it is one page; with `for await` it is all records of all pages, each page asked for
 * when the one before it has been gone through. Nothing is asked for before one of the two begins.
 */
export interface List<Page extends PageOf, Item> extends PromiseLike<Page>, AsyncIterable<Item> {
  catch<Other>(failed: (error: unknown) => Other | PromiseLike<Other>): Promise<Page | Other>;
  finally(done: () => void): Promise<Page>;
}

/** @param read asks for the page at a cursor; undefined: for the page that the caller asked for */
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
    // biome-ignore lint/suspicious/noThenProperty: that it can be awaited is what it is for.
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
