import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { claimFolder } from "./claim.ts";

export interface Folder {
  readonly path: string;
  /** Whether its content outlives the server. */
  readonly kept: boolean;
  /** Lets another process have it; removes one that is not kept. Safe to call twice. */
  release(): Promise<void>;
}

/** Claims the data folder, or makes a throw-away one for this process alone when none is given. */
export async function openFolder(dataDir: string | undefined): Promise<Folder> {
  if (dataDir !== undefined) {
    const path = resolve(dataDir);
    return { path, kept: true, release: await claimFolder(path) };
  }
  const path = await mkdtemp(join(tmpdir(), "usance-local-"));
  return { path, kept: false, release: () => removeFolder(path) };
}

/** Removes a folder, whose server may have been killed and its last processes be writing yet. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
