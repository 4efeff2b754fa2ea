import type { Page, PageRequest, Place } from "../shared/lists.ts";
import type { Tenant } from "../shared/tenant.ts";
import { inSnapshot, type Queryable } from "./client.ts";
import { Prisma } from "./generated/client.ts";

const { sql, empty, join } = Prisma;

/** A column that a list can be filtered by. */
interface Filter {
  readonly column: Prisma.Sql;
  /** The one seller whose rows have this value, where there is only one. */
  readonly sellerOf?: (value: string) => Prisma.Sql;
}

/** A table as its list reads it. Every column here needs an index that goes on with (created_at, id). */
export interface ListedTable<Name extends string> {
  readonly table: Prisma.Sql;
  /** Whose a row is. */
  readonly owner: Prisma.Sql;
  /** By the parameters' names. What crosses sellers needs an index under the owner as well. */
  readonly filters: Readonly<Record<Name, Filter>>;
  /** What of the table is listed at all; default: every row. */
  readonly only?: Prisma.Sql;
  /** The states in the table that are shown as another one. */
  readonly shownAs?: Readonly<Record<string, readonly string[]>>;
}

/** What a list is asked for: equal values, all of which must hold, and a page of what is left. */
export type ListQuery<Name extends string> = PageRequest & {
  readonly [name in Name | "status"]?: string | undefined;
};

/** The order of every list. */
export const newestFirst = [{ createdAt: "desc" as const }, { id: "desc" as const }];

/** A column whose values are ids of another table, each of whose rows belongs to one seller. */
export function idIn(table: Prisma.Sql, column: Prisma.Sql): Filter {
  return { column, sellerOf: (id) => sql`(SELECT owner_id FROM ${table} WHERE id = ${id})` };
}

/**
 * Reads a page of a list: the places of its rows by one range of one index, and then, as of the same
 * moment, the rows.
 *
 * @param load the rows of some ids, newest first, with all that the noun's GET shows
 */
export function readPage<Name extends string, Row>(
  db: Queryable,
  list: ListedTable<Name>,
  tenant: Tenant,
  query: ListQuery<Name>,
  load: (tx: Queryable, ids: string[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  return inSnapshot(db, async (tx) => {
    const found = await tx.$queryRaw<Place[]>(placesOf(list, tenant, query));
    const shown = found.slice(0, query.limit);
    const rows =
      shown.length === 0
        ? []
        : await load(
            tx,
            shown.map(({ id }) => id),
          );
    return { rows, next: found.length > shown.length ? (shown.at(-1) ?? null) : null };
  });
}

/** The places of a page's rows and of the one after it, which says that the list goes on. */
function placesOf<Name extends string>(
  list: ListedTable<Name>,
  tenant: Tenant,
  query: ListQuery<Name>,
): Prisma.Sql {
  const { status, limit } = query;
  const given = givenFilters(list, query);
  const conditions = [
    ...given.map(({ filter, value }) => sql`${filter.column} = ${value}`),
    ...tenantConditions(list, tenant, given),
    ...(list.only === undefined ? [] : [list.only]),
    ...bounds(query),
  ];
  const scan = (more: readonly Prisma.Sql[]) => {
    const all = [...conditions, ...more];
    return sql`
      SELECT id, created_at AS "createdAt" FROM ${list.table}
      ${all.length === 0 ? empty : sql`WHERE ${join(all, " AND ")}`}
      ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`;
  };
  if (status === undefined) return scan([]);

  const states = list.shownAs?.[status] ?? [status];
  const [one = empty, ...others] = states.map((state) => scan([sql`status = ${state}`]));
  if (others.length === 0) return one;
  // A range of the index for each state, merged in order: IN would sort all that it finds.
  return sql`
    SELECT id, "createdAt" FROM (${join([one, ...others], ") UNION ALL (", "(", ")")}) AS places
    ORDER BY "createdAt" DESC, id DESC LIMIT ${limit + 1}`;
}

interface Given {
  readonly filter: Filter;
  readonly value: string;
}

function givenFilters<Name extends string>(
  { filters }: ListedTable<Name>,
  query: ListQuery<Name>,
): Given[] {
  return Object.entries<Filter>(filters).flatMap(([name, filter]) => {
    const value = query[name as Name];
    return value === undefined ? [] : [{ filter, value }];
  });
}

/**
 * Keeps a seller to its own rows. Where a filter's value belongs to one seller, that is asked once,
 * before anything is scanned: another seller's finds nothing as fast as one that nobody has, and the
 * filter's own index serves for the rest.
 */
function tenantConditions<Name extends string>(
  { owner }: ListedTable<Name>,
  tenant: Tenant,
  given: readonly Given[],
): Prisma.Sql[] {
  if (tenant === null) return [];
  const checks = given.flatMap(({ filter: { sellerOf }, value }) =>
    sellerOf === undefined ? [] : [sql`${sellerOf(value)} = ${tenant}`],
  );
  return checks.length > 0 ? checks : [sql`${owner} = ${tenant}`];
}

/** At most one bound at either end: of two, Postgres may begin at the wider and read what is between. */
function bounds({ cursor, from, to }: PageRequest): Prisma.Sql[] {
  const start = from === undefined ? [] : [sql`created_at >= ${from}`];
  if (cursor !== undefined && (to === undefined || cursor.createdAt < to)) {
    return [...start, sql`(created_at, id) < (${cursor.createdAt}, ${cursor.id})`];
  }
  return to === undefined ? start : [...start, sql`created_at < ${to}`];
}
