/** Rows that a statement lists in a record. */
export interface NestedRows {
  /** What follows FROM; it names the table `one`. */
  readonly from: string;
  /** What follows ORDER BY. Default: newest first. */
  readonly order?: string;
  /** How many rows at most, the first. Default: all. */
  readonly max?: number;
}

export const newestFirst = "one.created_at DESC, one.id DESC";

/** SQL of the rows that remain, and of their order. */
export function selected({ from, order = newestFirst, max }: NestedRows): {
  readonly rows: string;
  readonly order: string;
} {
  if (max === undefined) return { rows: from, order };
  return { rows: `(SELECT one.* FROM ${from} ORDER BY ${order} LIMIT ${max}) AS one`, order };
}
