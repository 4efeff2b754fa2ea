import { execFileSync } from "node:child_process";
import { existsSync, globSync, lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

/* What this repository depends on: by its package.json files, by its lockfile, and as it is installed. */

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The workspace's packages whose dependencies get to those who run the service or call it. */
const shipping = [
  "apps/api",
  "apps/checkout",
  "apps/webhooks",
  "packages/sdk",
  "packages/usage-hash",
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
  /** The folder of the workspace's package that asks for it, `.` for the one at the top. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly ships: boolean;
}

/** A package in node_modules, under `name@version`. */
interface Installed {
  readonly folder: string;
  readonly license: string | undefined;
  /** That npm would run something of it at its installation. */
  readonly hasInstallScript: boolean;
}

export const lockfile = Lockfile.parse(parse(readFileSync(join(root, "pnpm-lock.yaml"), "utf8")));

/**
 * The packages whose installation may run a script of theirs, or may not; and the versions,
 * `name@version`, in whose place another one is taken.
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

/** What the workspace's packages ask for by name, each other included. */
export function directDependencies(): Dependency[] {
  return ownManifests().flatMap(
    ({ folder, dependencies, devDependencies, optionalDependencies }) => [
      ...listed(folder, dependencies, shipping.includes(folder)),
      ...listed(folder, { ...devDependencies, ...optionalDependencies }, false),
    ],
  );
}

/** The lockfile's packages that get to those who run the service or call it: `name@version`. */
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

/** @param project where pnpm has installed, this repository unless said */
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
