import { openDatabase, type Queryable } from "../../src/db/client.ts";
import { openPool } from "../../src/db/pool.ts";

/** A node of a query plan, as Postgres reports it. */
export interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Node[];
}

interface Explained {
  readonly "Query Text": string;
  readonly Plan: Node;
}

/** A node with all nodes below it. */
export function nodesOf(node: Node | undefined): Node[] {
  return node === undefined ? [] : [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Texts in statements that load rows: those of `recordStatement`, and Prisma's own. */
const loading = /json_build_object|"public"\./;

/** The plans of the statements that find rows during some work, and of those that load them if `loads` is true. */
export async function explained(
  databaseUrl: string,
  work: (db: Queryable) => Promise<unknown>,
  { loads = false } = {},
): Promise<Node[]> {
  const pool = openPool(databaseUrl, 1, {
    settings: {
      "auto_explain.log_min_duration": "0",
      "auto_explain.log_analyze": "on",
      "auto_explain.log_format": "json",
      "auto_explain.log_level": "notice",
    },
  });
  const statements: Explained[] = [];
  pool.on("connect", (client) => {
    client.on("notice", ({ message = "" }) => {
      statements.push(JSON.parse(message.slice(message.indexOf("{"))));
    });
  });
  await pool.query("LOAD 'auto_explain'"); // on the pool's only connection
  await work(openDatabase(pool));
  await pool.end();
  return statements
    .filter(({ "Query Text": text }) => loads || !loading.test(text))
    .map(({ Plan }) => Plan);
}
