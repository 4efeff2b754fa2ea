import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { claimFolder } from "./claim.ts";

export interface Folder {
  readonly path: string;
  /** Whether the content is kept after the server has stopped. */
  readonly kept: boolean;
  /** Releases the folder for other processes; deletes a temporary one. Safe to call twice. */
  release(): Promise<void>;
}

/** Claims the data folder, or creates a temporary one for this process when none is given. */
export async function openFolder(dataDir: string | undefined): Promise<Folder> {
  if (dataDir !== undefined) {
    const path = resolve(dataDir);
    return { path, kept: true, release: await claimFolder(path) };
  }
  const path = await mkdtemp(join(tmpdir(), "usance-local-"));
  return { path, kept: false, release: () => removeFolder(path) };
}

/** Deletes a folder. Retries, because the last processes of a killed server may still write to it. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
