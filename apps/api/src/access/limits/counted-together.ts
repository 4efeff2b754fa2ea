/** The count of a group of calls, from which the count of one of them follows. */
export interface Share<Count> {
  /** What was counted last, with all calls of the group. */
  readonly count: Count;
  /** Calls of the group that came after this caller's. */
  readonly after: number;
}

/** Calls under one name, of which a count is under way. */
interface Waiting<Count> {
  calls: number;
  readonly callers: {
    readonly calls: number;
    readonly resolve: (share: Share<Count>) => void;
    readonly reject: (error: unknown) => void;
  }[];
}

/**
 * Counts calls that arrive during a count of the same name together, as one sum, in the order in which they came. The
 * counter of a name is one row, so counts of their own would wait for each other as well, each for a statement.
 *
 * A count that fails also fails the calls that wait behind it: they would wait as long again.
 *
 * @param count adds calls to the counter of a name
 */
export function countedTogether<Count>(
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
