import { execFile } from "node:child_process";
import { cpSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { blocksOf } from "./blocks.ts";
import { TemporaryProject } from "./temporary-project.ts";

/* What the tests of published packages begin with: a project of its own that knows nothing of this repository. */

const run = promisify(execFile);
/** A path from the SDK's package, which has the older compiler. */
const at = (path: string) =>
  fileURLToPath(new URL(`../../../../packages/sdk/${path}`, import.meta.url));

/** The compilers that consumers have, by what they are called. */
const compilers = {
  "5.9": at("node_modules/typescript/bin/tsc"),
  "7": at("../../node_modules/typescript/bin/tsc"),
} as const;

interface Program {
  readonly compiler: keyof typeof compilers;
  readonly moduleResolution: "NodeNext" | "Bundler";
  readonly files: readonly string[];
  /** What differs from a strict project for browsers that checks the declarations of its libraries too. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A project that has packages of this repository, and no tools. */
export class ConsumerProject extends TemporaryProject {
  readonly #dependencies: Record<string, string> = {};

  /** Builds and packs a package of this repository, as the guides say. @returns the tarball */
  async pack(name: string): Promise<string> {
    const tarball = join(this.folder, "package.tgz");
    const pack = ["--yes", "pnpm@12.21.0", "--filter", name, "pack", "--out", tarball];
    await run("npx", pack, { cwd: at("../..") });
    return tarball;
  }

  /**
   * Installs a tarball beside libraries that this repository has, and nothing else: no registry is asked.
   *
   * @param libraries their folders
   * @throws Error when they are not all that it needs, in the versions that it takes
   */
  async install(tarball: string, libraries: readonly string[]): Promise<void> {
    // Not by npm: what pnpm has, npm would ask its registry for all the same.
    await run("tar", ["-xzf", tarball, "-C", this.folder]);
    const unpacked = join(this.folder, "package");
    this.#add(unpacked);
    rmSync(unpacked, { recursive: true });
    for (const library of libraries) this.#add(realpathSync(library));
    const manifest = { type: "module", private: true, dependencies: this.#dependencies };
    this.write("package.json", JSON.stringify(manifest));
    await this.#npm("ls", "--all");
  }

  /** @returns what the compiler says: nothing, if all is well */
  async compile({ compiler, moduleResolution, files, options }: Program): Promise<string> {
    const compilerOptions = {
      ...{ target: "ES2022", lib: ["DOM", "ES2022"], types: [] },
      ...{ module: moduleResolution === "NodeNext" ? "NodeNext" : "ESNext", moduleResolution },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...options,
    };
    this.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
    return complaintsOf(compiler, this.folder);
  }

  /** Runs a module. @returns what it printed */
  async run(file: string): Promise<string> {
    const args = [file];
    const { stdout } = await run(process.execPath, args, { cwd: this.folder });
    return stdout;
  }

  /** Copies a package, but for what pnpm has put into its folder. */
  #add(source: string): void {
    const { name, version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    this.#dependencies[name] = version;
    cpSync(source, join(this.folder, "node_modules", name), {
      recursive: true,
      filter: (path) => path !== join(source, "node_modules"),
    });
  }

  #npm(...args: string[]) {
    return run("npm", args, { cwd: this.folder });
  }
}

/** @returns what a compiler says of a project: nothing, if all is well */
export async function complaintsOf(
  compiler: keyof typeof compilers,
  project: string,
): Promise<string> {
  const tsc = [compilers[compiler], "--noEmit", "-p", project];
  const { stdout, stderr } = await run(process.execPath, tsc).catch((failed) => failed);
  return stdout + stderr;
}

/** The blocks of one language of a page of docs/, in order. */
export function codeOn(page: string, language: "ts" | "text"): string {
  return blocksOf(readFileSync(at(`../../docs/${page}`), "utf8"), language).join("");
}
