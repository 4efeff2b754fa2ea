/** The count of a batch of calls, and one call's position in it. */
export interface Share<Count> {
  /** The count after all calls of the batch. */
  readonly count: Count;
  /** Calls of the batch that came after this caller's. */
  readonly after: number;
}

/** Calls under one name that are being counted. */
interface Waiting<Count> {
  calls: number;
  readonly callers: {
    readonly calls: number;
    readonly resolve: (share: Share<Count>) => void;
    readonly reject: (error: unknown) => void;
  }[];
}

/**
 * Batches calls that arrive during a count of the same name: one statement adds their sum, in the order in which they came.
 * The counter of a name is one row, so separate counts would wait for each other too, each for a statement.
 *
 * A count that fails also fails the calls that wait for the next one: they would wait as long again.
 *
 * @param count adds calls to the counter of a name
 */
export function batchedCount<Count>(
  count: (name: string, calls: number) => Promise<Count>,
): (name: string, calls: number) => Promise<Share<Count>> {
  const waitingFor = new Map<string, Waiting<Count>>();

  const run = async (name: string, { calls, callers }: Waiting<Count>): Promise<void> => {
    const next: Waiting<Count> = { calls: 0, callers: [] };
    waitingFor.set(name, next);
    try {
      const counted = await count(name, calls);
      if (next.callers.length > 0) void run(name, next);
      else waitingFor.delete(name);
      let after = calls;
      for (const caller of callers) {
        after -= caller.calls;
        caller.resolve({ count: counted, after });
      }
    } catch (error) {
      waitingFor.delete(name);
      for (const { reject } of [...callers, ...next.callers]) reject(error);
    }
  };

  return (name, calls) => {
    const { promise, resolve, reject } = Promise.withResolvers<Share<Count>>();
    const caller = { calls, resolve, reject };
    const waiting = waitingFor.get(name);
    if (waiting === undefined) void run(name, { calls, callers: [caller] });
    else {
      waiting.calls += calls;
      waiting.callers.push(caller);
    }
    return promise;
  };
}
