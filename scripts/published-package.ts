import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/* What every published package has: the common fields of its package.json, LICENSE and a README. */

const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * The fields of a package's own package.json that the published one keeps. npm reads `publishConfig` at the upload;
 * pnpm's own settings there are left out.
 */
export function publishedFields(folder: string): Record<string, unknown> {
  const manifest = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  const { name, version, description, license, repository, type, sideEffects } = manifest;
  const { access, provenance } = manifest.publishConfig;
  return {
    ...{ name, version, description, license, repository, type, sideEffects },
    publishConfig: { access, provenance },
  };
}

/** Writes LICENSE, and a guide of docs/ as README, without its links to other files of the repository. */
export function writeTexts(guide: string, dist: string): void {
  copyFileSync(`${root}LICENSE`, `${dist}LICENSE`);
  const text = readFileSync(`${root}docs/${guide}`, "utf8");
  writeFileSync(`${dist}README.md`, text.replaceAll(/\[([^\]]+)\]\((?!https:)[^)]+\)/g, "$1"));
}
