import type { OpenApiMethod } from "trpc-to-openapi";
import { z } from "zod";
import { JsonAnswer } from "../kit/json-answer.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import type { Cost } from "./access/limits/costs.ts";
import type { Context } from "./context.ts";
import type { Following, Message } from "./ports/event-feed.ts";
import type { Storage } from "./ports/parts.ts";
import type { Keyed, MultiCommitWrite, Open, Visiting, Writing } from "./work.ts";

/* What an operation is: its description, what each kind of operation specifies, and how it is called. */

/** Reads the caller's input; rejects when it is unreadable. */
export type RawInput = () => Promise<unknown>;

/** The description that every kind of operation has. */
export interface Description<In extends z.ZodType, Out extends z.ZodType<object>> {
  /** Its name in tRPC, noun first: `services.create`. */
  readonly name: string;
  /** What the operation does, in a few words. */
  readonly summary: string;
  readonly description?: string;
  readonly input?: In;
  readonly output: Out;
  /** HTTP status of a success. Default 200. */
  readonly status?: number;
  /** A second status whose response has the same schema. */
  readonly alsoStatus?: number;
  /** Example response for `alsoStatus`, if the examples of its fields do not fit that status. */
  readonly otherExample?: object;
  /** The operation's own refusals by name, without those that every operation has. */
  readonly refusals?: Readonly<Record<string, RefusalTerms>>;
  /** Path of the new record's collection, for `Location`. Default with status 201: the route's own path. */
  readonly location?: `/${string}`;
  readonly lines?: Lines;
  readonly beforeBody?: BeforeBody;
  /**
   * What a call costs, which limits how many of a caller run at once. Default: `page` for a page of a list, `write` for a
   * change in one transaction, otherwise `small`. A call whose cost grows with the stored data is `large`.
   */
  readonly cost?: Cost;
  /** Whether its input itself says which calls are the same, so that it takes no `Idempotency-Key`. Default: false. */
  readonly isKeyedByInput?: boolean;
  /** Whether its responses can have warnings of its own (warnings.ts), besides those of ignored fields. Default: false. */
  readonly warns?: boolean;
}

/** A list that callers can also stream as one JSON item per line (`application/x-ndjson`). */
export interface Lines {
  /** Name of the input field that holds the list. */
  readonly of: string;
  /** Maximum number of lines in a body. */
  readonly max: number;
  /** Converts the operation's answer to one short result line per item. */
  readonly resultsOf: (answer: never) => readonly object[];
  /** Example result lines for the OpenAPI document. */
  readonly examples: readonly object[];
}

/** The shape of an answer that is a list: the field with the items, and the schema of an item. */
export interface ListShape {
  readonly items: string;
  readonly item: ListItem;
}

/** A record, or one of several kinds of records. */
export type ListItem = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>;

/** @returns null unless an answer is a page of a list: an array of objects, and the cursor of the next page */
export function listShapeOf(output: z.ZodType): ListShape | null {
  if (!(output instanceof z.ZodObject) || !("nextCursor" in output.shape)) return null;
  const { nextCursor: _, ...others } = output.shape;
  const [[items, field] = [], ...more] = Object.entries<unknown>(others);
  if (items === undefined || more.length > 0 || !(field instanceof z.ZodArray)) return null;
  const { element } = field;
  return isItem(element) ? { items, item: element } : null;
}

function isItem(schema: unknown): schema is ListItem {
  if (schema instanceof z.ZodUnion) return schema.options.every(isItem);
  return schema instanceof z.ZodObject;
}

/**
 * Checks that the record named in the REST path exists before the body is read, because an unauthenticated caller may
 * send a large or slow body. Over tRPC the body has the id, so it is read first.
 *
 * @param parameters those of the path
 * @throws Refusal when the record does not exist
 */
type BeforeBody = (parts: Storage, parameters: Readonly<Record<string, string>>) => Promise<void>;

/** Runs an operation from the key check to the answer. @throws PublicError only */
export type Call<Answer> = (ctx: Context, rawInput: RawInput) => Promise<Answer | JsonAnswer>;

/**
 * The function of `define.ts` that defined an operation. An own-transaction write is a `write` with `transaction:
 * "own"`.
 */
export type Kind = "read" | "query by POST" | "write" | "own-transaction write" | "page" | "public";

/** The description of an operation, with all defaults filled in. */
export interface OperationInfo {
  readonly name: string;
  readonly kind: Kind;
  readonly type: "query" | "mutation";
  readonly method: OpenApiMethod;
  /** The REST path: `/api/v1/services/{serviceId}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string | undefined;
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType<object>;
  /** The scope that the API key needs; null for operations without a key. */
  readonly scope: string | null;
  readonly tag: { readonly name: string; readonly description: string };
  /** Its success statuses; the first is the usual one. */
  readonly statuses: readonly [number, ...number[]];
  readonly otherExample: object | undefined;
  readonly refusals: Readonly<Record<string, RefusalTerms>>;
  /** Path of the new record's collection, for `Location`. */
  readonly location: string | undefined;
  readonly lines: Lines | undefined;
  readonly beforeBody: BeforeBody | undefined;
  readonly cost: Cost;
  readonly warns: boolean;
  readonly isKeyedByInput: boolean;
  /** Whether calls with an `Idempotency-Key` store their answer. If not, the records themselves store the key. */
  readonly remembersAnswer: boolean;
}

/** An operation without its input and output types. */
export interface AnyOperation extends OperationInfo {
  readonly call: Call<object>;
  /** How it can be read whole, if it answers with pages of a list. */
  readonly list: Listing | undefined;
  /** How what happens to its records can be read as it happens. */
  readonly follow: Follow | undefined;
}

/** A list that is read whole, a page at a time. */
export interface Listing extends ListShape {
  /**
   * The items of each page, as the answers to calls have them. With a `limit`, there is one page.
   *
   * @throws PublicError only
   */
  pages(ctx: Context, rawInput: RawInput): AsyncGenerator<readonly object[], void>;
}

/**
 * Reads batches of messages until the caller leaves; an empty one keeps the connection open.
 *
 * @throws PublicError only, and only before the first batch
 */
export type Follow = (
  ctx: Context,
  rawInput: RawInput,
  following: Following,
) => AsyncGenerator<readonly Message[], void>;

type Result<Out extends z.ZodType<object>> = z.input<Out> | Promise<z.input<Out>>;

/** A query with an API key. */
export interface ReadSpec<In extends z.ZodType, Out extends z.ZodType<object>>
  extends Description<In, Out> {
  readonly run: (work: Keyed, input: z.output<In>) => Result<Out> | Promise<JsonAnswer>;
  /** Begins to tell what happens to the records of a list (operation/follow.ts). */
  readonly follow?: (
    work: Keyed,
    input: z.output<In>,
    following: Following,
  ) => Promise<AsyncIterable<readonly Message[]>>;
}

/** A change with an API key. */
export type WriteSpec<
  In extends z.ZodType,
  Out extends z.ZodType<object>,
  Prepared = never,
> = Description<In, Out> &
  (
    | {
        readonly transaction?: "one";
        /** Whether it creates, rotates or revokes API keys. Such writes run one at a time. */
        readonly changesKeys?: boolean;
        /** Reads what takes longer than a transaction should, before it begins. */
        readonly prepare?: (work: Keyed, input: z.output<In>) => Promise<Prepared>;
        /** @param prepared returns what was prepared, or throws why that failed */
        readonly run: (work: Writing, input: z.output<In>, prepared: () => Prepared) => Result<Out>;
      }
    | {
        /**
         * It commits by itself: `work.commit` is one transaction with everything that "one" has, and what it writes
         * otherwise has no audit row and no second check of the API key.
         */
        readonly transaction: "own";
        /** Default true. */
        readonly remembersAnswer?: boolean;
        readonly run: (
          work: MultiCommitWrite,
          input: z.output<In>,
        ) => Result<Out> | Promise<JsonAnswer>;
      }
  );

/** A call of a page, whose visitors have no API key. */
export interface PageSpec<In extends z.ZodType, Out extends z.ZodType<object>>
  extends Description<In, Out> {
  readonly run: (work: Visiting, input: z.output<In>) => Result<Out>;
}

/** A query that anyone may call. */
export interface PublicSpec<Out extends z.ZodType<object>> extends Description<z.ZodVoid, Out> {
  readonly run: (work: Open) => Result<Out>;
}

/**
 * The path of a new record: the path of its collection, filled in with the record's fields, and its id.
 *
 * @param collection `/api/v1/services/{serviceId}/plans`
 * @param answer `{plan: {id, serviceId, …}}`
 */
export function locationOf(collection: string, answer: unknown): string {
  const record = recordIn(answer);
  const path = collection.replace(/\{(\w+)\}/g, (_, name: string) => String(record?.[name]));
  return `${path}/${String(record?.id)}`;
}

function recordIn(answer: unknown): Readonly<Record<string, unknown>> | undefined {
  if (answer instanceof JsonAnswer) return { ...answer.created };
  const [record] = Object.values(answer as Record<string, Record<string, unknown>>);
  return record;
}
