import { CommandError } from "./command-error.ts";

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
