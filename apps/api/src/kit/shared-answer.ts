/**
 * Shares one answer among all calls within some time, including those made while it is awaited.
 *
 * @param freshMs how long an answer is reused, in milliseconds
 */
export function sharedAnswer<T>(freshMs: number, ask: () => Promise<T>): () => Promise<T> {
  let asked: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (asked === undefined || now - asked.at > freshMs) {
      const answer = ask();
      asked = { at: now, answer };
      answer.catch(() => {
        asked = undefined; // an error is not reused
      });
    }
    return asked.answer;
  };
}
