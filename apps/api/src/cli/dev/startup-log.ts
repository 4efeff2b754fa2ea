import { requestAnswered } from "../../server/request-log.ts";

/**
 * Whether a line of the log is shown while the service starts: warnings and errors, but no requests. Those are the
 * command's own, and it ends with the error if one of them fails unexpectedly.
 */
export function isShownAtStart(line: string): boolean {
  const { level, msg }: { readonly level: number; readonly msg?: string } = JSON.parse(line);
  return level >= 40 && msg !== requestAnswered;
}
