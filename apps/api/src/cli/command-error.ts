/** The operator asked for what is not there; the message says what is. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
