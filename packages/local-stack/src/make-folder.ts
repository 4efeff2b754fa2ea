import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never ends in an existing folder in which nothing can be
 * created, such as /proc.
 *
 * @throws the system's error, such as EEXIST for a file of that name
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (await isFolder(path)) return;
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" && (await isFolder(path))) return; // another process was faster
    if (code !== "ENOENT" || (await isFolder(dirname(path)))) throw error;
    await makeFolder(dirname(path), mode);
    await makeFolder(path, mode);
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
