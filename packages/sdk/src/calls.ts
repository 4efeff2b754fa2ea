import { type List, listOf, type PageOf } from "./list.ts";
import type { CallOptions, Operation, Send } from "./send.ts";

export type { CallOptions };

/** An operation as a method: one object of all it is given, and how the call is to be made. */
type Method<Input, Answer> = (input: Input, options?: CallOptions) => Promise<Answer>;

/**
 * Makes a method of an operation. What is given and answered is the caller's to say: the document's,
 * of which this package is made and which the service is held against.
 *
 * @param path with its parameters: `/api/v1/invoices/{invoiceId}`
 * @param key the only one of its answer's body, whose value the method answers with; null: the body itself
 * @param answersToo statuses besides success that have the body of a success
 */
type Make = <Input extends object | undefined, Answer>(
  path: string,
  key?: string | null,
  ...answersToo: number[]
) => Method<Input, Answer>;

/** What the client's resources are made of. */
export interface Calls {
  readonly get: Make;
  readonly post: Make;
  readonly patch: Make;
  readonly remove: Make;
  /** @param key where the records of a page are */
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
