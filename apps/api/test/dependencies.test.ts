import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  allowBuilds,
  directDependencies,
  installedPackages,
  lockfile,
  nameOf,
  overrides,
  ownManifests,
  shippedPackages,
} from "./harness/packages.ts";

/* The dependencies are those that docs/dependencies.md lists, and each exception is listed with its reason. */

const page = readFileSync(new URL("../../../docs/dependencies.md", import.meta.url), "utf8");
const direct = directDependencies();
const fromRegistry = direct.filter(({ name }) => !name.startsWith("@usance/"));
const installed = installedPackages();
const locked = Object.entries(lockfile.packages);
const lockedNames = locked.map(([id]) => nameOf(id));

const permissive = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC"],
  ...["MIT", "MIT-0", "Unlicense"],
]);

it("every production dependency has its line, and no line is left over", () => {
  const names = fromRegistry.filter(({ ships }) => ships).map(({ name }) => name);

  expect(linesFor(names, "What ships")).toEqual({ withoutLine: [], withoutPackage: [] });
});

it("every development dependency has its line, and no line is left over", () => {
  const shipped = new Set(fromRegistry.filter(({ ships }) => ships).map(({ name }) => name));
  const names = fromRegistry.map(({ name }) => name).filter((name) => !shipped.has(name));

  expect(linesFor(names, "For development")).toEqual({ withoutLine: [], withoutPackage: [] });
});

it("a line states the license that the package declares", () => {
  const wrong = [...rowsOf("What ships"), ...rowsOf("For development")].filter(
    ({ names, cells }) =>
      !licensesOf(names).every((license) => cells.at(-1) === license?.replaceAll(/[()]/g, "")),
  );

  expect(wrong.map(({ names }) => [names, licensesOf(names)])).toEqual([]);
});

it("versions are exact", () => {
  const exact = /^(\d+\.\d+\.\d+(-[\w.-]+)?|workspace:\*)$/;
  const loose = direct.filter(({ version }) => !exact.test(version));

  expectExceptions(
    "Versions",
    loose.map(({ name }) => name),
  );
});

it("the lockfile has every dependency", () => {
  const missing = direct.filter(({ folder, name }) => {
    const { dependencies, devDependencies, optionalDependencies } =
      lockfile.importers[folder] ?? {};
    return !(name in { ...dependencies, ...devDependencies, ...optionalDependencies });
  });

  expect(missing.map(({ name }) => name)).toEqual([]);
});

it("every package of the lockfile comes from the registry, with its SHA-512", () => {
  const others = locked.filter(
    ([id, { resolution }]) =>
      !/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(-[\w.-]+)?$/.test(id) ||
      Object.keys(resolution).join() !== "integrity" ||
      !/^sha512-[A-Za-z0-9+/]{86}==$/.test(String(resolution.integrity)),
  );

  expect(others).toEqual([]);
});

it("every package of this repository names the license that LICENSE has", () => {
  const text = readFileSync(new URL("../../../LICENSE", import.meta.url), "utf8");
  const others = ownManifests().filter(({ license }) => license !== "Apache-2.0");

  expect(text).toMatch(/^\s+Apache License\s+Version 2\.0, January 2004\s/);
  expect(others.map(({ name }) => name)).toEqual([]);
});

it("none is deprecated", () => {
  const deprecated = locked.filter(([, { deprecated: notice }]) => notice !== undefined);

  expectExceptions(
    "Deprecated",
    deprecated.map(([id]) => nameOf(id)),
  );
});

it("every install script is allowed or denied by package, with a reason", () => {
  const scripted = [...installed].filter(([, { hasInstallScript }]) => hasInstallScript);
  const named = Object.keys(allowBuilds);

  expect(scripted.map(([id]) => nameOf(id)).filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !lockedNames.includes(name))).toEqual([]);
  expect(linesFor(named, "Install scripts")).toEqual({ withoutLine: [], withoutPackage: [] });
  for (const { names, cells } of rowsOf("Install scripts")) {
    const decided = named.filter((name) => isOneOf(name, names)).map((name) => allowBuilds[name]);
    expect(new Set(decided), names.join()).toEqual(new Set([cells.at(1) === "runs"]));
  }
});

it("every version override is in use, with a reason", () => {
  const overridden = Object.keys(overrides).map(nameOf);
  const inUse = locked.map(([id]) => id);

  expectExceptions("Overrides", overridden);
  for (const [id, version] of Object.entries(overrides)) {
    expect(inUse).toContain(`${nameOf(id)}@${version}`);
    expect(inUse).not.toContain(id);
  }
});

it("every accepted advisory is explained and concerns an installed version", () => {
  const named = rowsOf("Advisories").flatMap(({ names }) => names);

  expectExceptions(
    "Advisories",
    lockedNames.filter((name) => named.includes(name)),
  );
});

it("every production dependency has a permissive license", () => {
  const others = [...shippedPackages()].filter((id) => !isPermissive(licenseOf(id)));

  expect(others).toEqual([]);
});

it("every development dependency has one too", () => {
  // Packages for other platforms are not installed.
  const others = locked
    .filter(([id]) => installed.has(id) && !isPermissive(licenseOf(id)))
    .map(([id]) => nameOf(id));

  expectExceptions("Licenses", others);
});

interface Row {
  readonly names: string[];
  readonly cells: string[];
}

/** The rows of the table under a heading: the packages in the first cell, and all cells. */
function rowsOf(heading: string): Row[] {
  const section = new RegExp(`^#+ ${heading}\n([^]*?)(?=^#|$(?![^]))`, "m").exec(page)?.[1] ?? "";
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, line = ""]) => {
    const cells = line.split(" | ");
    const names = [...(cells[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    return { names, cells };
  });
}

/** The packages without a row, and the names in rows that are no packages. */
function linesFor(packages: readonly string[], heading: string) {
  const named = rowsOf(heading).flatMap(({ names }) => names);
  return {
    withoutLine: packages.filter((name) => !isOneOf(name, named)),
    withoutPackage: named.filter((one) => !packages.some((name) => isOneOf(name, [one]))),
  };
}

/** Checks that the table under a heading names these packages and no others, each with its reason. */
function expectExceptions(heading: string, packages: readonly string[]): void {
  expect(linesFor(packages, heading)).toEqual({ withoutLine: [], withoutPackage: [] });
  for (const { names, cells } of rowsOf(heading)) {
    expect(cells.at(-1)?.length, names.join()).toBeGreaterThan(20);
  }
}

/** @param names of packages; `*` stands for any ending */
const isOneOf = (name: string, names: readonly string[]): boolean =>
  names.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));

/** The licenses of the installed versions of these packages. */
function licensesOf(names: readonly string[]): (string | undefined)[] {
  const own = [...installed].filter(([id]) => isOneOf(nameOf(id), names));
  return [...new Set(own.map(([, { license }]) => license))];
}

function licenseOf(id: string): string {
  const found = installed.get(id);
  if (found === undefined) throw new Error(`${id} is not installed.`);
  return found.license ?? "";
}

/** @param license an SPDX expression without exceptions */
const isPermissive = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, "")
    .split(/ or /i)
    .some((choice) => choice.split(/ and /i).every((one) => permissive.has(one)));

it("every command names the pnpm of package.json", () => {
  const root = new URL("../../../", import.meta.url);
  const { packageManager } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  const named = files
    .split("\0")
    .filter(
      (file) => existsSync(new URL(file, root)) && /\.(md|mjs|tsx?|sh)$|file$|run$/.test(file),
    )
    .flatMap((file) => readFileSync(new URL(file, root), "utf8").match(/\bpnpm@\d[\w.-]*/g) ?? []);

  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+$/);
  expect([...new Set(named)]).toEqual([packageManager]);
});
