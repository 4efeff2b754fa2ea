/** Resolves after `ms` milliseconds. @throws the signal's reason, when it is aborted earlier */
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

/** Lets the process end while a timer waits. Only Node's timers keep a process running; in browsers they are numbers. */
export function unref<Timer>(timer: Timer): Timer {
  const { unref } = Object(timer);
  if (typeof unref === "function") unref.call(timer);
  return timer;
}
