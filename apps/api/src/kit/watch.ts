/** A piece of work in metrics and traces. Kinds and names are few and do not depend on what callers send. */
export interface Watched {
  readonly kind: Kind;
  readonly name: string;
}

type Kind =
  /** An operation that a caller requested, or that the service runs on its own. */
  | "operation"
  /** A job that runs every minute. */
  | "job"
  /** One round of a loop that never ends. A round may have nothing to do. */
  | "round"
  /** A transaction, or the wait for a batch. */
  | "database"
  /** A request to the chain's node, to the wallet provider, to a seller's endpoint. */
  | "rpc"
  | "provider"
  | "webhook";

/** Runs work and observes how long it takes and whether it throws. */
export type Watch = <T>(what: Watched, work: () => Promise<T>) => Promise<T>;

/** Runs work without observing it. */
export const unwatched: Watch = (_, work) => work();

/** Combines observers; the first is the outermost. */
export function watchedBy(watches: readonly Watch[]): Watch {
  return watches.reduce(
    (outer, inner) => (what, work) => outer(what, () => inner(what, work)),
    unwatched,
  );
}
