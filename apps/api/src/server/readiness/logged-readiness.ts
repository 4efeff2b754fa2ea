import type { Log } from "../../kit/log.ts";
import type { Readiness } from "../../operation/ports/readiness.ts";

/** A readiness result and, for the log, the error behind it. */
export interface Finding extends Readiness {
  readonly cause?: unknown;
}

/**
 * Logs a readiness check's reasons once: when they differ from those of the check before, and when there are none any
 * more. Load balancers ask every few seconds.
 */
export function loggedReadiness(
  find: () => Promise<Finding>,
  log: Pick<Log, "info" | "warn">,
): () => Promise<Readiness> {
  let last = "";
  return async () => {
    const { cause, ...readiness } = await find();
    const reason = readiness.reasons.join(" ");
    if (reason !== last && reason === "") log.info({}, "ready again");
    if (reason !== last && reason !== "") {
      log.warn({ reason, ...(cause !== undefined && { err: cause }) }, "not ready");
    }
    last = reason;
    return readiness;
  };
}
