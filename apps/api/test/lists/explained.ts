import type { Queryable } from "../../src/db/client.ts";
import { Prisma } from "../../src/db/generated/client.ts";

/** A step of what Postgres did, as EXPLAIN tells it. */
export interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Node[];
}

/** A step and all that it is made of. */
export function nodesOf(node: Node | undefined): Node[] {
  return node === undefined ? [] : [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/**
 * What Postgres says that it did for the statements of some work that find rows. No row is loaded, unless `loads` is
 * true: then these statements are explained too.
 */
export async function explained(
  db: Queryable,
  work: (db: Queryable) => Promise<unknown>,
  { loads = false } = {},
): Promise<Node[]> {
  const plans: Node[] = [];
  const explain = (rows: readonly { readonly "QUERY PLAN": [{ readonly Plan: Node }] }[]) => {
    for (const {
      "QUERY PLAN": [{ Plan }],
    } of rows)
      plans.push(Plan);
  };
  const find = async (first: Prisma.Sql | TemplateStringsArray, ...values: unknown[]) => {
    const query = first instanceof Prisma.Sql ? first : Prisma.sql(first, ...values);
    explain(await db.$queryRaw(Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`));
    return db.$queryRaw(query);
  };
  const load = async (text: string, ...values: unknown[]) => {
    if (!loads) return [];
    explain(await db.$queryRawUnsafe(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, ...values));
    return db.$queryRawUnsafe(text, ...values);
  };
  const explaining: Readonly<Record<string | symbol, unknown>> = {
    $queryRaw: find,
    $queryRawUnsafe: load,
  };
  const model = { findMany: async () => [] };
  await work(new Proxy(db, { get: (_, name) => explaining[name] ?? model }));
  return plans;
}
