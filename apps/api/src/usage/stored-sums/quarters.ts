import { Prisma } from "../../db/generated/client.ts";

const { sql } = Prisma;

/**
 * Usage is stored as sums of quarters of an hour. Today's time zones are whole quarters apart from UTC, so their hours
 * and days consist of whole quarters.
 */
const quarterMs = 900_000;

/** The quarter of an hour in which a time is, as SQL. */
export const quarterOf = (time: Prisma.Sql): Prisma.Sql =>
  sql`date_bin('15 minutes', ${time}, '2000-01-01Z')`;

/** A time from a moment until before another. `undefined`: it has no beginning, or no end. */
export interface Stretch<Moment extends Date | undefined = Date | undefined> {
  readonly from: Moment;
  readonly to: Moment;
}

/** A stretch of whole quarters, and what is left before and after it. */
interface Quartered<Moment extends Date | undefined> {
  /** null: there is no whole quarter. */
  readonly whole: Stretch<Moment> | null;
  readonly edges: readonly Stretch<Moment>[];
}

/** Splits a stretch at its first and last whole quarter. */
export function quartered<Moment extends Date | undefined>(
  stretch: Stretch<Moment>,
): Quartered<Moment> {
  const from = rounded(stretch.from, Math.ceil);
  const to = rounded(stretch.to, Math.floor);
  if (from !== undefined && to !== undefined && from >= to) {
    return { whole: null, edges: [stretch] };
  }
  const edges = [
    { from: stretch.from, to: from },
    { from: to, to: stretch.to },
  ];
  return { whole: { from, to }, edges: edges.filter((edge) => isNotEmpty(edge)) };
}

const rounded = <Moment extends Date | undefined>(
  moment: Moment,
  round: (quarters: number) => number,
): Moment =>
  (moment === undefined
    ? undefined
    : new Date(round(moment.getTime() / quarterMs) * quarterMs)) as Moment;

const isNotEmpty = ({ from, to }: Stretch) => from?.getTime() !== to?.getTime();

/** The quarter that begins at a moment. */
export const quarterFrom = (from: Date): Stretch<Date> => ({
  from,
  to: new Date(from.getTime() + quarterMs),
});
