import { execFileSync } from "node:child_process";
import { existsSync, globSync, lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

/* The dependencies of this repository: in its package.json files, in its lockfile, and as installed. */

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The workspace's packages whose dependencies reach operators of the service or its callers. */
const shipping = [
  "apps/api",
  "apps/checkout",
  "apps/dashboard",
  "apps/biller",
  "apps/webhooks",
  "packages/express",
  "packages/sdk",
  "packages/ui",
  "packages/proofs",
  "packages/rating",
];

const Names = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
  name: z.string(),
  version: z.string().optional(),
  license: z.string().optional(),
  scripts: Names,
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
});

const Locked = z
  .record(z.string(), z.object({ specifier: z.string(), version: z.string() }))
  .default({});
const Lockfile = z.object({
  importers: z.record(
    z.string(),
    z.object({ dependencies: Locked, devDependencies: Locked, optionalDependencies: Locked }),
  ),
  packages: z.record(
    z.string(),
    z.object({
      resolution: z.record(z.string(), z.unknown()),
      deprecated: z.string().optional(),
    }),
  ),
  snapshots: z.record(z.string(), z.object({ dependencies: Names })),
});

const Workspace = z.object({ allowBuilds: z.record(z.string(), z.boolean()), overrides: Names });

interface Dependency {
  /** The folder of the package that depends on it; `.` for the root. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly ships: boolean;
}

/** A package in node_modules, under `name@version`. */
interface Installed {
  readonly folder: string;
  readonly license: string | undefined;
  /** Whether npm would run a script at its installation. */
  readonly hasInstallScript: boolean;
}

export const lockfile = Lockfile.parse(parse(readFileSync(join(root, "pnpm-lock.yaml"), "utf8")));

/**
 * The packages whose install scripts are allowed or forbidden, and the versions, `name@version`, that are replaced by another
 * one.
 */
export const { allowBuilds, overrides } = Workspace.parse(
  parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")),
);

/** The package.json files of this repository, each with its folder. */
export function ownManifests() {
  const files = execFileSync("git", ["ls-files", "package.json", "*/package.json"], {
    cwd: root,
    encoding: "utf8",
  });
  return files
    .trim()
    .split("\n")
    .map((file) => ({ folder: dirname(file), ...manifestOf(join(root, file)) }));
}

/** The direct dependencies of the workspace's packages, including each other. */
export function directDependencies(): Dependency[] {
  return ownManifests().flatMap(
    ({ folder, dependencies, devDependencies, optionalDependencies }) => [
      ...listed(folder, dependencies, shipping.includes(folder)),
      ...listed(folder, { ...devDependencies, ...optionalDependencies }, false),
    ],
  );
}

/** The lockfile's packages that reach operators of the service or its callers: `name@version`. */
export function shippedPackages(): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const { dependencies } = required(lockfile.snapshots[key], key);
    for (const [name, version] of Object.entries(dependencies)) visit(`${name}@${version}`);
  };
  for (const folder of shipping) {
    const { dependencies } = required(lockfile.importers[folder], folder);
    for (const [name, { version }] of Object.entries(dependencies)) {
      if (!version.startsWith("link:")) visit(`${name}@${version}`);
    }
  }
  return new Set([...seen].map((key) => key.replace(/\(.*/s, "")));
}

/** @param project a folder with installed packages; this repository by default */
export function installedPackages(project: string = root): Map<string, Installed> {
  const found = new Map<string, Installed>();
  const folders = globSync("node_modules/.pnpm/*/node_modules/{[!@]*,@*/*}", { cwd: project });
  for (const folder of folders.map((one) => join(project, one))) {
    if (lstatSync(folder).isSymbolicLink()) continue;
    const { name, version = "", license, scripts } = manifestOf(join(folder, "package.json"));
    const hasInstallScript =
      ["preinstall", "install", "postinstall"].some((script) => script in scripts) ||
      existsSync(join(folder, "binding.gyp"));
    found.set(`${name}@${version}`, { folder, license, hasInstallScript });
  }
  return found;
}

/** @returns the name of `name@version` */
export const nameOf = (id: string): string => id.slice(0, id.lastIndexOf("@"));

function listed(folder: string, versions: Record<string, string>, ships: boolean): Dependency[] {
  return Object.entries(versions).map(([name, version]) => ({ folder, name, version, ships }));
}

const manifestOf = (file: string) => Manifest.parse(JSON.parse(readFileSync(file, "utf8")));

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`pnpm-lock.yaml has no ${name}.`);
  return value;
}
