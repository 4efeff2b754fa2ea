import { copyFileSync, cpSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operations as all } from "../../src/server/router.ts";
import { ConsumerProject, codeOn, complaintsOf } from "../harness/consumer-project.ts";
import { testKey, useService } from "../harness/service.ts";

/* The package as it is published, in separate projects. */

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const service = useService();
const plain = new ConsumerProject();
const page = new ConsumerProject();
let tarball: string;

beforeAll(async () => {
  tarball = await plain.pack("@usance/api");
  const typescript = at("../../packages/sdk/node_modules/typescript"); // a peer dependency of tRPC
  const own = at("node_modules/@trpc");
  await plain.install(tarball, [`${own}/client`, `${own}/server`, typescript]);

  const others = at("../../examples/tanstack-query/node_modules");
  const beside = (library: string, other: string) =>
    join(realpathSync(`${others}/${library}`), "..", other);
  await page.install(tarball, [
    ...["client", "server", "tanstack-react-query"].map((name) => `${others}/@trpc/${name}`),
    ...[`${others}/@tanstack/react-query`, beside("@tanstack/react-query", "query-core")],
    ...[`${others}/react`, `${others}/@types/react`, beside("@types/react", "../csstype")],
    typescript,
  ]);
}, 120_000);
afterAll(() => {
  plain.remove();
  page.remove();
});

it("refers only to tRPC's types, and contains no any", () => {
  const text = readFileSync(at("dist/index.d.ts"), "utf8");
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const named = [...code.matchAll(/(?:from |import\()"([^"]+)"/g)].map(([, name]) => name);

  expect(new Set(named)).toEqual(new Set(["@trpc/server"]));
  // Bodies of x402 have further fields, of its extensions.
  expect(code.replaceAll("[x: string]: unknown;", "")).not.toMatch(/\b(any|unknown)\b/);
});

it("has the server's inputs and outputs, and the right kind for each operation", async () => {
  expect(await complaintsOf("7", at("test/published/tsconfig.dist.json"))).toBe("");
});

it("describes each operation", () => {
  const text = readFileSync(at("dist/index.d.ts"), "utf8");

  const operations = text.match(/^.*TRPC\w+Procedure<\{$/gm);
  const said = text.match(/^ *\/\*\* .+ \*\/\n.*TRPC\w+Procedure<\{$/gm);
  expect(operations?.length).toBe(all.length);
  expect(said?.length).toBe(operations?.length);
});

it.each([
  ["5.9", "NodeNext"],
  ["5.9", "Bundler"],
  ["7", "NodeNext"],
  ["7", "Bundler"],
] as const)(
  "right calls compile and wrong ones fail: TypeScript %s, %s",
  async (compiler, moduleResolution) => {
    copyFileSync(at("test/consumer/calls.ts"), join(plain.folder, "calls.ts"));
    plain.write("guide.ts", codeOn("trpc.md", "ts"));
    const files = ["calls.ts", "guide.ts"];
    const options = { lib: ["DOM", "ES2022", "ESNext.Disposable"] }; // tRPC's own types import it

    expect(await plain.compile({ compiler, moduleResolution, files, options })).toBe("");
  },
);

it("the example compiles with TanStack Query, and wrong calls fail", async () => {
  for (const folder of ["src", "test"]) {
    const source = at(`../../examples/tanstack-query/${folder}`);
    cpSync(source, join(page.folder, folder), { recursive: true });
  }
  const program = {
    compiler: "7",
    moduleResolution: "Bundler",
    files: ["src/dashboard.tsx", "test/wrong-calls.ts"],
    // This release of tRPC imports some of Node's types.
    options: { jsx: "react-jsx", allowImportingTsExtensions: true, skipLibCheck: true },
  } as const;

  expect(await page.compile(program)).toBe("");
});

it("the guide's program runs and prints what the guide shows", async () => {
  const program = codeOn("trpc.md", "ts")
    .replaceAll("http://127.0.0.1:3000", service().url)
    .replaceAll("usance_…", testKey);
  plain.write("program.ts", program);

  expect(await plain.run("program.ts")).toBe(codeOn("trpc.md", "text"));
});
