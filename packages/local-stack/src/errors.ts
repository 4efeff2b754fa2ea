/**
 * The local Postgres or chain cannot be started. The message is one line that tells a developer what to do, followed
 * by the end of the server's log if a server failed.
 */
export class LocalStackError extends Error {
  override name = "LocalStackError";
}
