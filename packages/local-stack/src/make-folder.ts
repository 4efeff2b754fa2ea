import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder, with those that it is in. Node's own recursive `mkdir` never ends where a folder exists and nothing can
 * be made in it, as in /proc.
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
