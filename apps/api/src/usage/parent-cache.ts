import { LRUCache } from "lru-cache";
import type { SqlJson } from "../db/json-rows.ts";

/** A row's columns, and as `text` the record as answers show it, in JSON. */
export interface ShownRow {
  readonly id: string;
  readonly text: string;
}

/** A record that usage events name, as one version of its row. */
export interface Parent<Row extends ShownRow> {
  /** The row's `xmin`, the transaction that wrote it. */
  readonly version: string;
  readonly row: Row;
}

/** Of each kind: how many characters are kept, those of the records' texts and `rowSize` for each row. */
const bounds = { maxSize: 6_000_000 } as const;
const rowSize = 500;

/**
 * How long a version is trusted, in milliseconds. Postgres reuses transaction ids after four billion transactions, which
 * take much longer.
 */
const trustedMs = 600_000;

/** Records of one kind that this process has read, by id. */
export class ParentCache<Row extends ShownRow> {
  readonly #json: SqlJson<Row>;
  readonly #parents = new LRUCache<string, Parent<Row>>({
    ...bounds,
    ttl: trustedMs,
    ttlResolution: 1_000,
    sizeCalculation: ({ row }) => row.text.length + rowSize,
  });

  /** @param json how the database returns a row */
  constructor(json: SqlJson<Row>) {
    this.#json = json;
  }

  /** Characters that are kept. */
  get size(): number {
    return this.#parents.calculatedSize;
  }

  get(id: string): Parent<Row> | undefined {
    return this.#parents.get(id);
  }

  /** Keeps a row that the database returned. */
  read(version: string, json: unknown): Parent<Row> {
    const parent = { version, row: this.#json.read(json) };
    this.#parents.set(parent.row.id, parent);
    return parent;
  }
}
