/**
 * A signal that aborts with the first of two. Like AbortSignal.any, which Safari has since 17.4: without it, every call of a
 * page failed as if there were no connection.
 */
export function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [one, other]) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true, signal: either.signal });
  }
  return either.signal;
}
