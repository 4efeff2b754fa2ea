import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { modules } from "./modules.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const src = join(root, "apps/api/src");

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("/generated/"),
);

/** Imports and exports from somewhere, `import("…")`, and imports for their effect alone. */
const importForm =
  /^(?:import|export)\b[^"]*?\bfrom "(?<from>[^"]+)"|\bimport\("(?<called>[^"]+)"|^import "(?<alone>[^"]+)"/gm;

interface Import {
  readonly from: string;
  /** A path below `src`, or a package's name. */
  readonly to: string;
  readonly isPackage: boolean;
}

const imports: readonly Import[] = files.flatMap((from) =>
  [...readFileSync(join(src, from), "utf8").matchAll(importForm)].map(({ groups }) => {
    const name = groups?.from ?? groups?.called ?? groups?.alone ?? "";
    if (!name.startsWith(".")) return { from, to: name, isPackage: true };
    return { from, to: relative(src, join(src, dirname(from), name)), isPackage: false };
  }),
);

const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"];

/** The code of the whole repository, by paths from its root. */
const tracked = execFileSync("git", listed, { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(?:[cm]?ts|tsx|mjs)$/.test(file) && existsSync(join(root, file)));

const packages = globSync(
  ["{apps,packages,examples}/*/package.json", "{bench,contracts}/package.json"],
  {
    cwd: root,
  },
).map((file) => {
  const manifest = JSON.parse(readFileSync(join(root, file), "utf8"));
  const { name, exports: entries = {}, dependencies, devDependencies } = manifest;
  const uses = Object.keys({ ...dependencies, ...devDependencies }).filter((one) =>
    one.startsWith("@usance/"),
  );
  return {
    name: String(name),
    folder: dirname(file),
    entries: new Map(Object.entries(entries)),
    uses,
  };
});

const packageOf = (file: string) =>
  packages.find(({ folder }) => file.startsWith(`${folder}/`)) ?? { name: "the repository" };

/** The files of the repository that a file imports. */
function importsIn(from: string): string[] {
  const text = readFileSync(join(root, from), "utf8");
  const names = [...text.matchAll(importForm)].map(
    ({ groups }) => groups?.from ?? groups?.called ?? groups?.alone ?? "",
  );
  return names
    .map((name) => {
      if (name.startsWith(".")) return join(dirname(from), name);
      const entry = packages.find((one) => name === one.name || name.startsWith(`${one.name}/`));
      return join(entry?.folder ?? "", String(entry?.entries.get(name.replace(entry.name, "."))));
    })
    .filter((to) => tracked.includes(to));
}

/** Whatever leads back to itself. */
function circlesIn(arrows: readonly (readonly [from: string, to: string])[]): string[] {
  const next = Map.groupBy(arrows, ([from]) => from);
  const reachedFrom = (one: string, reached = new Set<string>()): ReadonlySet<string> => {
    for (const [, to] of next.get(one) ?? [])
      if (!reached.has(to)) reachedFrom(to, reached.add(to));
    return reached;
  };
  return [...next.keys()].filter((one) => reachedFrom(one).has(one));
}

const isIn = (path: string, file: string) => file === path || file.startsWith(`${path}/`);
const placeOf = (file: string) => modules.findIndex(({ path }) => isIn(path, file));
const nameAt = (place: number) => modules[place]?.path ?? "no module";

it("every file belongs to a module", () => {
  expect(files.filter((file) => placeOf(file) === -1)).toEqual([]);
});

it("every module has files", () => {
  expect(modules.filter(({ path }) => !existsSync(join(src, path)))).toEqual([]);
});

it("no import points to a module further down the list", () => {
  const down = imports.flatMap(({ from, to, isPackage }) => {
    const [importing, imported] = [placeOf(from), placeOf(to)];
    if (isPackage || imported <= importing) return [];
    return [`${nameAt(importing)} → ${nameAt(imported)}: ${from} imports ${to}`];
  });
  expect(down).toEqual([]);
});

it("no file and no package imports itself through others, types included", () => {
  const tests = /(?:^|\/)test\/|\.test\.tsx?$/;
  /** A package, and its tests apart: they may use the harness of a package that is built on this one. */
  const sideOf = (file: string) => {
    const { name } = packageOf(file);
    return tests.test(file) ? `tests of ${name}` : name;
  };
  const betweenFiles = tracked.flatMap((from) => importsIn(from).map((to) => [from, to] as const));
  const betweenPackages = [
    ...betweenFiles.map(([from, to]) => [sideOf(from), sideOf(to)] as const),
    ...packages.flatMap(({ name, uses }) => uses.map((other) => [name, other] as const)),
  ].filter(([from, to]) => from !== to);

  expect({ files: circlesIn(betweenFiles), packages: circlesIn(betweenPackages) }).toEqual({
    files: [],
    packages: [],
  });
});

it("packages are imported only where their module declares them", () => {
  const unnamed = imports.flatMap(({ from, to, isPackage }) => {
    if (!isPackage || to.startsWith("node:")) return [];
    const name = to.split("/", to.startsWith("@") ? 2 : 1).join("/");
    const { packages = [] } = modules[placeOf(from)] ?? {};
    return packages.includes(name) ? [] : [`${nameAt(placeOf(from))}: ${from} imports ${name}`];
  });
  expect(unnamed).toEqual([]);
});

it("no file hands on what another file exports", () => {
  const handOn = /^export (?:type )?(?:\*|\{[^}]*\}) from "\./m;
  expect(files.filter((file) => handOn.test(readFileSync(join(src, file), "utf8")))).toEqual([]);
});

const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

it("every file that ARCHITECTURE.md and the READMEs of modules name exists", () => {
  const readmes = modules.map(({ path }) => readFileSync(join(src, path, "README.md"), "utf8"));
  const named = [
    ...[page, ...readmes].join("\n").matchAll(/`(?:\.\.\/|apps\/api\/)*([\w/-]+\.ts)`/g),
  ].map(([, file = ""]) => file);
  const ends = tracked.map((file) => `/${file}`);
  expect(named.filter((file) => !ends.some((one) => one.endsWith(`/${file}`)))).toEqual([]);
});

it.each([
  ["A usage event", 8],
  ["A settlement", 12],
])("%s is followed through %i files, each of which an earlier one leads to", (title, count) => {
  const [, section = ""] =
    new RegExp(`## ${title}: ${count} files\\n(.*?)\\n## `, "s").exec(page) ?? [];
  const way = section
    .split("\n")
    .flatMap((line) => /^\| (`[^|]+`) \|/.exec(line)?.[1]?.match(/[\w/-]+\.ts/g) ?? []);
  expect(way).toHaveLength(count);
  // The doors call operations, which import the steps of their call. The chain and the executor are behind ports.
  const isReached = (file: string, place: number) =>
    place < 3 ||
    /^chain\/|-executor\.ts$/.test(file) ||
    imports.some(({ from, to }) => to === file && way.slice(0, place).includes(from));
  expect(way.filter((file, place) => !isReached(file, place))).toEqual([]);
});

it("ARCHITECTURE.md shows the same list", () => {
  const [, picture = ""] = /## The modules.*?```\n(.*?)```/s.exec(page) ?? [];
  const shown = picture.match(/(?<=→ |^.{15})[\w./-]+/gm);
  expect(shown).toEqual(modules.map(({ path }) => path));
});
