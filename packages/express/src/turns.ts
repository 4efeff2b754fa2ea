const last = new Map<string, Promise<unknown>>();

/** Runs the works of a key one after another, in this process. */
export function inTurn<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  last.set(key, mine);
  const leave = () => {
    if (last.get(key) === mine) last.delete(key);
  };
  mine.then(leave, leave);
  return mine;
}
