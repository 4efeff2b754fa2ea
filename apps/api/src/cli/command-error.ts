/** A command failed. The message says why, and is shown without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** A command was used wrongly, which only its action could detect. The exit code is the same as for other wrong use. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** The message of an error of the service, with what the service says of its meaning and its remedy. */
export function withHint(error: Error): string {
  const hint = "hint" in error ? error.hint : null;
  return typeof hint === "string" ? `${error.message} ${hint}` : error.message;
}
