import type { CallOptions, Operation, Send } from "./send.ts";

export type { CallOptions };

/** An operation as a method: one object with its whole input, and options of the call. */
type Method<Input, Answer> = (input: Input, options?: CallOptions) => Promise<Answer>;

/**
 * Makes the method of an operation. The caller states the types of input and output: those of the OpenAPI document,
 * from which this package is generated and against which the service is tested.
 *
 * @param path with its parameters: `/api/v1/invoices/{invoiceId}`
 * @param key the only field of the response body, whose value the method returns; null returns the whole body
 * @param answersToo statuses, besides 2xx, whose body is returned like a success
 */
type Make = <Input extends object | undefined, Answer>(
  path: string,
  key?: string | null,
  ...answersToo: number[]
) => Method<Input, Answer>;

/** The functions that make the methods of the client's resources. */
export interface Calls {
  readonly get: Make;
  readonly post: Make;
  readonly patch: Make;
  readonly put: Make;
  readonly remove: Make;
  /** @param key the field that has the records of a page */
  readonly list: <Input extends object | undefined, Page extends PageOf, Item>(
    path: string,
    key: string,
  ) => (input: Input, options?: CallOptions) => List<Page, Item>;
}

export function callsOf(send: Send): Calls {
  const make =
    (method: Operation["method"]): Make =>
    <Input extends object | undefined, Answer>(
      path: string,
      key: string | null = null,
      ...answersToo: number[]
    ): Method<Input, Answer> => {
      const operation = { method, path, key, answersToo };
      return async (input, options) => {
        const body = await send(operation, input, options);
        return (key === null ? body : body[key]) as Answer;
      };
    };
  return {
    get: make("GET"),
    post: make("POST"),
    patch: make("PATCH"),
    put: make("PUT"),
    remove: make("DELETE"),
    list: <Input extends object | undefined, Page extends PageOf, Item>(
      path: string,
      key: string,
    ) => {
      const operation: Operation = { method: "GET", path, key, answersToo: [] };
      return (input: Input, options?: CallOptions) =>
        listOf<Page, Item>(async (cursor) => {
          const at = cursor === undefined ? input : { ...input, cursor };
          const body = await send(operation, at, options);
          return { page: body as Page & typeof body, items: body[key] as Item[] };
        });
    },
  };
}

/** The response of a list: records under the noun's name, and the cursor of the next page. */
interface PageOf {
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
function listOf<Page extends PageOf, Item>(
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
