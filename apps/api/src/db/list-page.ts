import type { Page, PageRequest, Place } from "../kit/lists.ts";
import type { Tenant } from "../kit/tenant.ts";
import { inSnapshot, type Queryable } from "./client.ts";
import { Prisma } from "./generated/client.ts";

const { sql, empty, join } = Prisma;

/**
 * A column that a list can be filtered by. It needs an index that continues with (created_at, id), and a
 * second one below the owner where several sellers have rows with the same value; or a parent table to
 * read through.
 */
export interface ListFilter {
  readonly column: Prisma.Sql;
  /** The seller of all rows with a value, for a column whose values belong to one seller each. */
  readonly sellerOf?: (value: string) => Prisma.Sql;
  readonly through?: Through;
}

/**
 * A parent table to read through when the list has no index for the filter. The parents with the value
 * are looked up, a page of children is read for each, and the newest of them make the page. It costs a
 * page for each parent, so it suits filters that match few parents.
 */
interface Through {
  readonly table: Prisma.Sql;
  /** The list's column that refers to the parent. Its index continues with (created_at, id). */
  readonly reference: Prisma.Sql;
  /**
   * The other filters whose columns the parents have as well, besides the owner's: under the same name,
   * and with the same value as all of their children. Every other filter has a better index of its own.
   */
  readonly has: readonly string[];
}

/** A table that callers can list. */
export interface ListedTable<Name extends string> {
  readonly table: Prisma.Sql;
  /** The seller that a row belongs to. */
  readonly owner: ListFilter;
  /** By the names of the request parameters. */
  readonly filters: Readonly<Record<Name, ListFilter>>;
  /** A condition on the rows that are listed; default: all rows. */
  readonly only?: Prisma.Sql;
  /** For a status that callers see, the table's statuses that are shown as it, where they differ. */
  readonly shownAs?: Readonly<Record<string, readonly string[]>>;
}

/** A request for a page of the rows that match all given filters. */
export type ListQuery<Name extends string> = PageRequest & {
  readonly [name in Name | "status"]?: string | undefined;
};

/** The order of every list. */
export const newestFirst = [{ createdAt: "desc" as const }, { id: "desc" as const }];

/** A filter on a column of ids of another table, each of whose rows belongs to one seller. */
export function idIn(table: Prisma.Sql, column: Prisma.Sql): ListFilter {
  return { column, sellerOf: (id) => sql`(SELECT owner_id FROM ${table} WHERE id = ${id})` };
}

/**
 * Reads a page of a list: first the places of its rows, from a range of an index, then the rows, in the
 * same snapshot.
 *
 * @param load reads the rows of the given ids, newest first, with everything that the noun's GET returns
 */
export function readPage<Name extends string, Row>(
  db: Queryable,
  list: ListedTable<Name>,
  tenant: Tenant,
  query: ListQuery<Name>,
  load: (tx: Queryable, ids: string[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  return readPlaces(db, placesOf(list, tenant, query), query, load);
}

/**
 * Reads a page by a query of its places, for a list in another order.
 *
 * @param places one more than the page has, if the list continues
 */
export function readPlaces<Row>(
  db: Queryable,
  places: Prisma.Sql,
  { limit }: Pick<PageRequest, "limit">,
  load: (tx: Queryable, ids: string[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  return inSnapshot(db, async (tx) => {
    const found = await tx.$queryRaw<Place[]>(places);
    const shown = found.slice(0, limit);
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

/** How many rows with a status a list has; `max + 1`: more than `max`. */
export async function countUpTo(
  db: Queryable,
  list: ListedTable<never>,
  tenant: Tenant,
  { status, max }: { readonly status: string; readonly max: number },
): Promise<number> {
  const places = placesOf(list, tenant, { status, limit: max });
  const [row] = await db.$queryRaw<{ readonly count: number }[]>`
    SELECT count(*)::int AS count FROM (${places}) AS places`;
  return row?.count ?? 0;
}

/** The places of a page's rows, and of one more row if the list continues. */
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
  const children = rangeOf(list, query, [sql`${through.reference} = through.id`]);
  return sql`
    SELECT place.id, place."createdAt"
      FROM (SELECT id FROM ${through.table} WHERE ${join(equal, " AND ")}) AS through
           CROSS JOIN LATERAL (${children}) AS place
     ${inOrder(query)}`;
}

/** The places of a page of the rows that meet some conditions. */
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
  // One range of the index for each state, merged in order: with IN, Postgres would sort all matches.
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

/** @returns the parent table that has the columns of all given filters, if there is one */
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
 * Restricts a seller to its own rows. A filter's value that belongs to one seller is checked once, before
 * any row is read, and the filter's own index does the rest. So another seller's id takes no longer than
 * an unknown one.
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

/** At most one bound at each end: with two, Postgres may start at the wider one and read all between. */
function bounds({ cursor, from, to }: PageRequest): Prisma.Sql[] {
  const start = from === undefined ? [] : [sql`created_at >= ${from}`];
  if (cursor !== undefined && (to === undefined || cursor.createdAt < to)) {
    return [...start, sql`(created_at, id) < (${cursor.createdAt}, ${cursor.id})`];
  }
  return to === undefined ? start : [...start, sql`created_at < ${to}`];
}
