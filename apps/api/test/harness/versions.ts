import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root as here, startProgram } from "../processes/program.ts";

/** The code of a version of the service. */
export interface Version {
  /** The root folder of its repository. */
  readonly root: string;
  remove(): Promise<void>;
}

/** The code of this repository. */
export const thisVersion: Version = { root: here, remove: async () => undefined };

/**
 * Checks out a commit into its own folder, with its dependencies.
 *
 * @param ref a tag, a branch or a hash
 * @throws Error with the output of git or pnpm
 */
export async function versionOf(ref: string): Promise<Version> {
  const { folder, remove } = await newFolder();
  try {
    const archive = join(folder, "archive.tar");
    await done(["git", "archive", "--format=tar", `--output=${archive}`, ref], here);
    await done(["tar", "-xf", archive, "-C", folder], here);
    await done(["npx", "--yes", "pnpm@12", "install", "--frozen-lockfile"], folder);
    await done([process.execPath, "apps/api/scripts/generate.mjs"], folder);
    return { root: folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Makes a next version that changes only the tables: this repository's code with more migrations.
 *
 * @param migrations their SQL by name
 */
export async function versionWith(migrations: Readonly<Record<string, string>>): Promise<Version> {
  const { folder, remove } = await newFolder();
  const [ours, theirs] = [join(here, "apps/api"), join(folder, "apps/api")];
  for (const part of ["src", "prisma", "scripts", "package.json"]) {
    await cp(join(ours, part), join(theirs, part), { recursive: true });
  }
  await symlink(join(ours, "node_modules"), join(theirs, "node_modules"));
  for (const [name, sql] of Object.entries(migrations)) {
    await mkdir(join(theirs, "prisma/migrations", name));
    await writeFile(join(theirs, "prisma/migrations", name, "migration.sql"), sql);
  }
  return { root: folder, remove };
}

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), "usance-version-"));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  return { folder, remove };
}

async function done(command: readonly string[], cwd: string): Promise<void> {
  const program = startProgram(command, {}, { cwd });
  if ((await program.ended) === 0) return;
  throw new Error(`${command.join(" ")} failed:\n${program.out()}${program.err()}`);
}
