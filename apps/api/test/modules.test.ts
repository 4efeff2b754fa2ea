import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { modules } from "./modules.ts";

const src = fileURLToPath(new URL("../src", import.meta.url));

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

it("no file imports itself through others, types included", () => {
  const importsOf = Map.groupBy(
    imports.filter(({ isPackage }) => !isPackage),
    ({ from }) => from,
  );
  /** The files that a file imports, directly or through others. */
  const reachedFrom = (file: string, reached = new Set<string>()): ReadonlySet<string> => {
    for (const { to } of importsOf.get(file) ?? []) {
      if (!reached.has(to)) reachedFrom(to, reached.add(to));
    }
    return reached;
  };
  expect(files.filter((file) => reachedFrom(file).has(file))).toEqual([]);
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

const page = readFileSync(join(src, "../../../ARCHITECTURE.md"), "utf8");

it("every file that ARCHITECTURE.md names exists", () => {
  const named = [...page.matchAll(/`(?:\.\.\/|apps\/api\/)*([\w/-]+\.ts)`/g)].map(
    ([, file = ""]) => file,
  );
  const tracked = execFileSync("git", ["ls-files", "."], {
    cwd: join(src, ".."),
    encoding: "utf8",
  });
  const ends = tracked.split("\n").map((file) => `/${file}`);
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
