import { z } from "zod";
import { readCursor, writeCursor } from "./cursors.ts";
import { dateTime, omittable } from "./fields.ts";
import { says } from "./messages.ts";

/*
 * The vocabulary of lists. A list is in the order of (createdAt, id), newest first, and read a page at
 * a time. Its cursor is the place of the last row shown, so rows that come in meanwhile move nothing.
 */

/** A row's place in the order of every list. */
export interface Place {
  readonly createdAt: Date;
  readonly id: string;
}

/** What a list is asked for besides its filters. */
export interface PageRequest {
  readonly limit: number;
  /** The row after which the page begins. */
  readonly cursor?: Place | undefined;
  /** The first moment of creation that counts. */
  readonly from?: Date | undefined;
  /** The first one after it that does not. */
  readonly to?: Date | undefined;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** The place of the last row; null when none comes after it. */
  readonly next: Place | null;
}

export const usualLimit = 20;

/** How many to answer with. In a query string it is text, over tRPC a number or text. */
export const limit = (usual: number, max: number) => {
  const rule = says(`must be a whole number from 1 to ${max}.`);
  return omittable(
    z
      .union([z.string(), z.number()], rule)
      .refine((value) => /^\d{1,9}$/.test(String(value)), { ...rule, abort: true })
      .transform(Number)
      .refine((value) => value >= 1 && value <= max, rule),
  ).meta({
    description: `How many to answer with, at most ${max}; default ${usual}`,
    type: "integer",
    minimum: 1,
    maximum: max,
    example: usual,
  });
};

export const badCursor = "cursor must be a nextCursor of this list.";

/** @param read gives a cursor's meaning, null for what this list never wrote */
export const cursor = <Meaning>(read: (cursor: string) => Meaning | null) =>
  omittable(
    z.string(badCursor).transform((text, context) => {
      const meaning = read(text);
      if (meaning !== null) return meaning;
      context.addIssue({ code: "custom", message: badCursor });
      return z.NEVER;
    }),
  ).meta({
    description:
      "The `nextCursor` of the page before: the list goes on there. Default: at its start",
  });

/** The two parameters of a list that can also be read whole. @param list names it in its cursors */
export const optionalPage = (list: string) => ({
  limit: limit(usualLimit, 100).meta({
    description: `How many to answer with, at most 100; default: all of them, or ${usualLimit} after a \`cursor\``,
  }),
  cursor: cursor((text) => readPlace(list, text)),
});

/** What a list takes after its filters. @param list names it in its cursors */
export const page = (list: string) => ({
  from: omittable(dateTime()).meta({ description: "Only what was made then or later" }),
  to: omittable(dateTime()).meta({ description: "Only what was made before" }),
  ...optionalPage(list),
  limit: limit(usualLimit, 100).transform((given) => given ?? usualLimit),
});

/** Answered beside a page: a page's last place goes in, its cursor comes out. */
export const nextCursor = (list: string) =>
  z
    .custom<Place | null>()
    .transform(
      (place) => place && writeCursor(list, `${place.createdAt.toISOString()} ${place.id}`),
    )
    .pipe(z.string().nullable())
    .meta({
      description: "Where the list goes on: the next page's `cursor`; null at the end",
      example: null,
    });

/** Answered beside a list that can also be read whole, but only when it is not. */
export const nextCursorOfPage = (list: string) =>
  nextCursor(list).optional().meta({
    description:
      "Where the list goes on: the next page's `cursor`; null at the end. Left out of a list that was not asked for by `limit` or `cursor`: it is whole",
    example: null,
  });

const placeForm = /^(\S+) ([\w-]+)$/;

function readPlace(list: string, text: string): Place | null {
  const [, time, id] = placeForm.exec(readCursor(list, text) ?? "") ?? [];
  const { data: createdAt } = dateTime().safeParse(time);
  return createdAt === undefined || id === undefined ? null : { createdAt, id };
}
