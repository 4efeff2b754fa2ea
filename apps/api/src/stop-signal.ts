/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. A second one ends the process at once, for whoever
 * does not want to wait.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let told = false;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (told) process.exit(130);
        told = true;
        resolve(signal);
      });
    }
  });
}
