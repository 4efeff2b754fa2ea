/** One Ctrl-C can arrive as several signals at once: from the terminal, from npx and from pnpm. */
const oneKeyPressMs = 500;

/** Aborts at the first SIGINT, SIGTERM or SIGHUP. A later one ends the process immediately. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let toldAt = Number.POSITIVE_INFINITY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (performance.now() - toldAt > oneKeyPressMs) process.exit(130);
      if (stop.signal.aborted) return;
      toldAt = performance.now();
      stop.abort();
    });
  }
  return stop.signal;
}
