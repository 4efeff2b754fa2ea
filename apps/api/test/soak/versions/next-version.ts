import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root as here } from "../../processes/program.ts";

/** The code of a version of the service. */
interface Version {
  /** The root folder of its repository. */
  readonly root: string;
  remove(): Promise<void>;
}

/**
 * Makes a next version that changes only the tables: this repository's code with more migrations.
 *
 * @param migrations their SQL by name
 */
export async function versionWith(migrations: Readonly<Record<string, string>>): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), "usance-version-"));
  const [ours, theirs] = [join(here, "apps/api"), join(folder, "apps/api")];
  for (const part of ["src", "prisma", "scripts", "package.json"]) {
    await cp(join(ours, part), join(theirs, part), { recursive: true });
  }
  await symlink(join(ours, "node_modules"), join(theirs, "node_modules"));
  for (const [name, sql] of Object.entries(migrations)) {
    await mkdir(join(theirs, "prisma/migrations", name));
    await writeFile(join(theirs, "prisma/migrations", name, "migration.sql"), sql);
  }
  return {
    root: folder,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
