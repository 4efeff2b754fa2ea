import type { Pool } from "pg";
import { within } from "../../kit/time-limit.ts";
import { type RunStatement, statementRunner } from "../statements.ts";
import { type CitusNode, readNodes } from "./nodes.ts";

/** How long a node may take to answer a check, in milliseconds. */
const patienceMs = 2_000;
/** For how long a node that could not be reached is not tried again, in milliseconds: its callers need not wait. */
const pauseMs = 1_000;

/** A node that usage events are sent to. */
export interface EventNode {
  /** Its name and port. */
  readonly name: string;
  readonly run: RunStatement;
}

/** The pools of connections to the nodes of a Citus cluster, each opened at its first use. */
export class NodePools {
  readonly #coordinator: Pool;
  readonly #databaseUrl: string;
  readonly #open: (databaseUrl: string) => Pool;
  readonly #pools = new Map<string, Pool>();
  readonly #awaySince = new Map<string, number>();
  #nodes: ReadonlyMap<number, CitusNode> = new Map();

  /** @param open opens a pool for a node: it has the coordinator's database, role and password */
  constructor(coordinator: Pool, databaseUrl: string, open: (databaseUrl: string) => Pool) {
    this.#coordinator = coordinator;
    this.#databaseUrl = databaseUrl;
    this.#open = open;
  }

  /** The node of a group of Citus. Nodes are read anew when the group is unknown. */
  async nodeOf(group: number): Promise<EventNode> {
    if (!this.#nodes.has(group)) await this.#read();
    const node = this.#nodes.get(group);
    if (node === undefined) throw new Error(`Citus has no node of group ${group}.`);
    return this.#eventNode(node);
  }

  /** Whether a node is to be passed over, because it could not be reached a moment ago. */
  isAway({ name }: Pick<EventNode, "name">): boolean {
    const since = this.#awaySince.get(name);
    return since !== undefined && performance.now() - since < pauseMs;
  }

  /** Whether some node is to be passed over. */
  get isSomeAway(): boolean {
    return [...this.#awaySince.keys()].some((name) => this.isAway({ name }));
  }

  /** Notes that a node could not be reached. Its address may have changed, so nodes are read anew. */
  noteAway({ name }: Pick<EventNode, "name">): void {
    this.#awaySince.set(name, performance.now());
    this.#nodes = new Map();
  }

  /** Asks every node that stores events. @returns for each whether it answers; empty on a single Postgres */
  async check(): Promise<ReadonlyMap<string, boolean>> {
    await this.#read();
    const storing = [...this.#nodes.values()].filter(({ storesShards }) => storesShards);
    const answers = storing.map(async (one): Promise<[string, boolean]> => {
      const { name, run } = this.#eventNode(one);
      const answer = within(patienceMs, run({ text: "SELECT" }, [])).catch(() => "late" as const);
      return [name, (await answer) !== "late"];
    });
    return new Map(await Promise.all(answers));
  }

  /** Asks every node that stores events, and notes those that do not answer. @returns whether there are any */
  async findAway(): Promise<boolean> {
    const away = [...(await this.check())].filter(([, answers]) => !answers);
    for (const [name] of away) this.noteAway({ name });
    return away.length > 0;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }

  async #read(): Promise<void> {
    const nodes = await readNodes(this.#coordinator);
    this.#nodes = new Map(nodes.map((node) => [node.group, node]));
  }

  #eventNode(node: CitusNode): EventNode {
    return { name: `${node.name}:${node.port}`, run: statementRunner(this.#poolOf(node)) };
  }

  #poolOf({ name, port, isCoordinator }: CitusNode): Pool {
    if (isCoordinator) return this.#coordinator;
    const url = new URL(this.#databaseUrl);
    url.hostname = name;
    url.port = String(port);
    const pool = this.#pools.get(url.href) ?? this.#open(url.href);
    this.#pools.set(url.href, pool);
    return pool;
  }
}
