/** The local Postgres or chain cannot be had. The message is one line (then, where a server failed,
 * the end of its log) that a developer can act on. */
export class LocalStackError extends Error {
  override name = "LocalStackError";
}
