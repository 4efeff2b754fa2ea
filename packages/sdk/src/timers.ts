/** Resolves after so many milliseconds. @throws the signal's reason, when it is aborted before */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Node's timers keep a process running; elsewhere they are numbers, and nothing is to be done. */
export function unref<Timer>(timer: Timer): Timer {
  const { unref } = Object(timer);
  if (typeof unref === "function") unref.call(timer);
  return timer;
}
