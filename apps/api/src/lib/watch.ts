/** A piece of work as those know it who watch the service: of few kinds and names, whatever callers send. */
export interface Watched {
  readonly kind: Kind;
  readonly name: string;
}

type Kind =
  /** What a caller has asked for, or what is done in their stead. */
  | "operation"
  /** What runs every minute. */
  | "job"
  /** What never stops: one turn of it, in which there may be nothing to do. */
  | "round"
  /** A transaction, or the wait for a group that goes to the database together. */
  | "database"
  /** A question to the chain's node, to the wallet provider, to a seller's endpoint. */
  | "rpc"
  | "provider"
  | "webhook";

/** Does work that others watch: how long it takes, and whether it throws. */
export type Watch = <T>(what: Watched, work: () => Promise<T>) => Promise<T>;

/** Nobody does. */
export const unwatched: Watch = (_, work) => work();

/** All of them do, the first from the outside. */
export function watchedBy(watches: readonly Watch[]): Watch {
  return watches.reduce(
    (outer, inner) => (what, work) => outer(what, () => inner(what, work)),
    unwatched,
  );
}
