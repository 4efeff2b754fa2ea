import type { Page, PageRequest, Place } from "../lib/lists.ts";
import type { Tenant } from "../lib/tenant.ts";
import { inSnapshot, type Queryable } from "./client.ts";
import { Prisma } from "./generated/client.ts";

const { sql, empty, join } = Prisma;

/**
 * A column that a list can be filtered by. It needs an index that goes on with (created_at, id), and
 * where its values cross sellers a second one under the owner; or rows to be read through.
 */
export interface ListFilter {
  readonly column: Prisma.Sql;
  /** The one seller whose rows have this value, where there is only one. */
  readonly sellerOf?: (value: string) => Prisma.Sql;
  readonly through?: Through;
}

/**
 * Rows of another table, each of which some of the list's hang on, in place of an index: those that
 * have the value are looked up, a page is read of what hangs on each, and the newest of all are the
 * page. So it costs a page for each of these rows, and suits what has few of them.
 */
interface Through {
  readonly table: Prisma.Sql;
  /** The list's column that names such a row. It has an index that goes on with (created_at, id). */
  readonly reference: Prisma.Sql;
  /**
   * The other filters whose columns these rows have as well, as they have the owner's: under the same
   * name, and with the value of all that hangs on them. Any other filter's own index serves better.
   */
  readonly has: readonly string[];
}

/** A table as its list reads it. */
export interface ListedTable<Name extends string> {
  readonly table: Prisma.Sql;
  /** Whose a row is. */
  readonly owner: ListFilter;
  /** By the parameters' names. */
  readonly filters: Readonly<Record<Name, ListFilter>>;
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
export function idIn(table: Prisma.Sql, column: Prisma.Sql): ListFilter {
  return { column, sellerOf: (id) => sql`(SELECT owner_id FROM ${table} WHERE id = ${id})` };
}

/**
 * Reads a page of a list: the places of its rows by a range of an index, and then, as of the same
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
  const given = givenFilters(list, query);
  const equal = [
    ...given.map(({ filter, value }) => sql`${filter.column} = ${value}`),
    ...tenantConditions(list, tenant, given),
  ];
  const through = throughOf(list, tenant, given);
  if (through === undefined) return rangeOf(list, query, equal);
  const hanging = rangeOf(list, query, [sql`${through.reference} = through.id`]);
  return sql`
    SELECT place.id, place."createdAt"
      FROM (SELECT id FROM ${through.table} WHERE ${join(equal, " AND ")}) AS through
           CROSS JOIN LATERAL (${hanging}) AS place
     ${inOrder(query)}`;
}

/** The places of a page of what some conditions leave. */
function rangeOf<Name extends string>(
  { table, only, shownAs }: ListedTable<Name>,
  query: ListQuery<Name>,
  conditions: readonly Prisma.Sql[],
): Prisma.Sql {
  const scan = (more: readonly Prisma.Sql[]) => {
    const listed = only === undefined ? [] : [only];
    const all = [...conditions, ...listed, ...bounds(query), ...more];
    return sql`
      SELECT id, created_at AS "createdAt" FROM ${table}
      ${all.length === 0 ? empty : sql`WHERE ${join(all, " AND ")}`}
      ${inOrder(query)}`;
  };
  const { status } = query;
  if (status === undefined) return scan([]);

  const states = shownAs?.[status] ?? [status];
  const [one = empty, ...others] = states.map((state) => scan([sql`status = ${state}`]));
  if (others.length === 0) return one;
  // A range of the index for each state, merged in order: IN would sort all that it finds.
  return sql`
    SELECT id, "createdAt" FROM (${join([one, ...others], ") UNION ALL (", "(", ")")}) AS places
    ${inOrder(query)}`;
}

const inOrder = ({ limit }: PageRequest) =>
  sql`ORDER BY "createdAt" DESC, id DESC LIMIT ${limit + 1}`;

interface Given {
  readonly name: string;
  readonly filter: ListFilter;
  readonly value: string;
}

function givenFilters<Name extends string>(
  { filters }: ListedTable<Name>,
  query: ListQuery<Name>,
): Given[] {
  return Object.entries<ListFilter>(filters).flatMap(([name, filter]) => {
    const value = query[name as Name];
    return value === undefined ? [] : [{ name, filter, value }];
  });
}

/** @returns the rows that have all that is given, where no index has */
function throughOf<Name extends string>(
  { owner }: ListedTable<Name>,
  tenant: Tenant,
  given: readonly Given[],
): Through | undefined {
  if (given.length === 0) return tenant === null ? undefined : owner.through;
  const one = given.find(({ name, filter: { through } }) =>
    given.every((other) => other.name === name || through?.has.includes(other.name)),
  );
  return one?.filter.through;
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
  return checks.length > 0 ? checks : [sql`${owner.column} = ${tenant}`];
}

/** At most one bound at either end: of two, Postgres may begin at the wider and read what is between. */
function bounds({ cursor, from, to }: PageRequest): Prisma.Sql[] {
  const start = from === undefined ? [] : [sql`created_at >= ${from}`];
  if (cursor !== undefined && (to === undefined || cursor.createdAt < to)) {
    return [...start, sql`(created_at, id) < (${cursor.createdAt}, ${cursor.id})`];
  }
  return to === undefined ? start : [...start, sql`created_at < ${to}`];
}
