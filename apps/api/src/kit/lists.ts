import { z } from "zod";
import { dateTime, omittable, queryNumber } from "./fields.ts";

/*
 * Cursors: the place where a list continues, opaque to callers. Only the list that wrote a cursor reads it.
 */

/** @param place where the list continues, in a form of its own */
export function writeCursor(list: string, place: string): string {
  return Buffer.from(`${list} ${place}`).toString("base64url");
}

/** @returns the place; null for a cursor that this list did not write */
export function readCursor(list: string, cursor: string): string | null {
  const text = Buffer.from(cursor, "base64url").toString();
  if (!text.startsWith(`${list} `)) return null;
  const place = text.slice(list.length + 1);
  // Base64 and UTF-8 decoding is lenient: the list wrote a cursor only if encoding it again gives the same.
  return writeCursor(list, place) === cursor ? place : null;
}

/*
 * Fields of lists. A list is ordered by (createdAt, id), newest first, and read a page at a time. Its cursor is
 * the place of the last row of a page, so rows that are inserted meanwhile shift nothing.
 */

/** The place of a row in the order of a list. */
export interface Place {
  readonly createdAt: Date;
  readonly id: string;
}

/** A request for a page of a list, without its filters. */
export interface PageRequest {
  readonly limit: number;
  /** The page starts after this row. */
  readonly cursor?: Place | undefined;
  /** Rows created at this time or later. */
  readonly from?: Date | undefined;
  /** Rows created before this time. */
  readonly to?: Date | undefined;
}

/** A page of a list. */
export interface Page<Row> {
  readonly rows: Row[];
  /** The place of the last row; null when the list ends with it. */
  readonly next: Place | null;
}

export const usualLimit = 20;

/** The size of a page. */
export const limit = (usual: number, max: number) =>
  omittable(queryNumber(1, max)).meta({
    description: `Page size, at most ${max}; default ${usual}`,
    type: "integer",
    minimum: 1,
    maximum: max,
    example: usual,
  });

export const badCursor = "cursor must be a nextCursor of this list.";

/** The cursor of a page. @param read decodes it; null for a cursor that this list did not write */
export const cursor = <Meaning>(read: (cursor: string) => Meaning | null) =>
  omittable(
    z.string(badCursor).transform((text, context) => {
      const meaning = read(text);
      if (meaning !== null) return meaning;
      context.addIssue({ code: "custom", message: badCursor });
      return z.NEVER;
    }),
  ).meta({
    description: "The `nextCursor` of the previous page. Omit it to get the first page",
  });

/** The parameters of a list that can also be read whole. @param list the name of the list in its cursors */
export const optionalPage = (list: string) => ({
  limit: limit(usualLimit, 100).meta({
    description: `Page size, at most 100. Default: the whole list, or ${usualLimit} with a \`cursor\``,
  }),
  cursor: cursor((text) => readPlace(list, text)),
});

/** The parameters of a list besides its filters. @param list the name of the list in its cursors */
export const page = (list: string) => ({
  from: omittable(dateTime()).meta({ description: "Only records created at this time or later" }),
  to: omittable(dateTime()).meta({ description: "Only records created before this time" }),
  ...optionalPage(list),
  limit: limit(usualLimit, 100).transform((given) => given ?? usualLimit),
});

/** The cursor beside a page, for a list with places of its own. @param write makes it from the place of the page's last row */
export const nextCursorBy = <Last>(write: (place: Last) => string) =>
  z
    .custom<Last | null>()
    .transform((place) => (place === null ? null : write(place)))
    .pipe(z.string().nullable())
    .meta({
      description: "Pass it as `cursor` to get the next page; null on the last page",
      example: null,
    });

/** The cursor beside a page, made from the place of the page's last row. */
export const nextCursor = (list: string) =>
  nextCursorBy<Place>((place) => writeCursor(list, placeText(place)));

/** The answer of a list: its records under their plural, and the cursor. @param list the name of the list in its cursors */
export const pageOf = <Plural extends string, Row extends z.ZodType>(
  plural: Plural,
  row: Row,
  list: string,
) => {
  const rows = { [plural]: z.array(row).meta({ description: "Newest first" }) };
  return z.object({ ...(rows as Record<Plural, z.ZodArray<Row>>), nextCursor: nextCursor(list) });
};

/** The same for a list that can also be read whole; left out when it was. */
export const nextCursorOfPage = (list: string) =>
  nextCursor(list).optional().meta({
    description:
      "Pass it as `cursor` to get the next page; null on the last page. Absent when neither `limit` nor `cursor` was sent: the answer is the whole list",
    example: null,
  });

/** A place as cursors contain it. */
export const placeText = ({ createdAt, id }: Place) => `${createdAt.toISOString()} ${id}`;

const placeForm = /^(\S+) ([\w-]+)$/;

/** The place that a cursor of the list stands for; null if it is not one. */
export function readPlace(list: string, text: string): Place | null {
  const [, time, id] = placeForm.exec(readCursor(list, text) ?? "") ?? [];
  const { data: createdAt } = dateTime().safeParse(time);
  return createdAt === undefined || id === undefined ? null : { createdAt, id };
}
