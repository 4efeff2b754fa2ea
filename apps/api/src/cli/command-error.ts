/** A command failed. The message says why, and is shown without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** A command was used wrongly, which only its action could detect. The exit code is the same as for other wrong use. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** Adds the service's hint to the message of its error. */
export function withHint(error: Error): string {
  const hint = "hint" in error ? error.hint : null;
  return typeof hint === "string" ? `${error.message} ${hint}` : error.message;
}

/**
 * Imports code that a clone of the repository has and a container image does not.
 *
 * @throws CommandError when it is not installed
 */
export async function inDevelopment<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const isMissing =
      error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing) throw error;
    throw new CommandError(
      "This command needs a clone of the repository with its development packages.",
      { cause: error },
    );
  }
}
