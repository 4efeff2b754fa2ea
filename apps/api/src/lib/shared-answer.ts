/**
 * A question whose answer is shared by all who ask at about the same time.
 *
 * @param freshMs how old an answer may be, in milliseconds
 */
export function sharedAnswer<T>(freshMs: number, ask: () => Promise<T>): () => Promise<T> {
  let asked: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (asked === undefined || now - asked.at > freshMs) {
      const answer = ask();
      asked = { at: now, answer };
      answer.catch(() => {
        asked = undefined; // an error is for those alone who have it by now
      });
    }
    return asked.answer;
  };
}
