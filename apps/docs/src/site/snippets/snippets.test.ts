import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { complaintsOf } from "../../../../api/test/harness/consumer-project.ts";
import { TemporaryProject } from "../../../../api/test/harness/temporary-project.ts";
import { readText } from "../guides/files.ts";
import { readSite } from "../site.ts";
import { curlSnippet } from "./curl.ts";
import { requestOf } from "./request.ts";
import { typescriptSnippet } from "./typescript.ts";

/* The snippets of all operations are compiled and run, and make the request that the document has as its example. */

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const { operations } = readSite(JSON.parse(readText("packages/sdk/openapi.json")));
const project = new TemporaryProject();
afterAll(() => project.remove());

const expected = operations.map((operation) => {
  const { method, path, query, body } = requestOf(operation);
  const search = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return { name: operation.name, method, path, query: Object.fromEntries(search), body };
});

it("the TypeScript snippets compile against the SDK, and call each operation", async () => {
  mkdirSync(project.path("node_modules/@usance"), { recursive: true });
  symlinkSync(`${root}packages/sdk`, project.path("node_modules/@usance/sdk"));
  symlinkSync(`${root}node_modules/@types`, project.path("node_modules/@types"));
  for (const operation of operations) {
    project.write(`${operation.name}.ts`, typescriptSnippet(operation));
  }
  const compilerOptions = { ...options, types: ["node"] };
  project.write("package.json", '{ "type": "module" }');
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const answers = operations.map(({ name, answers }) => {
    const success = answers.find(({ status }) => status.startsWith("2"));
    return [name, success?.status, success?.content["application/json"]?.example];
  });
  project.write("answers.json", JSON.stringify(answers));
  project.write("run.mjs", program);

  expect(await complaintsOf("7", project.folder)).toBe("");
  const { stdout } = await run(process.execPath, ["run.mjs"], {
    cwd: project.folder,
    env: { ...process.env, USANCE_API_KEY: "key" },
    maxBuffer: 1e8,
  });

  expect(JSON.parse(stdout)).toEqual(expected);
});

const options = {
  ...{ target: "ES2024", lib: ["ES2024", "ESNext.Array", "DOM", "DOM.Iterable"] },
  ...{ module: "NodeNext", moduleResolution: "NodeNext", strict: true, noEmit: true },
  ...{ skipLibCheck: true, allowImportingTsExtensions: true, erasableSyntaxOnly: true },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
};

/** Runs each snippet with a service that answers as the document says, and prints what was asked for. */
const program = `
import { readFileSync } from "node:fs";
const asked = [];
console.log = () => {};
for (const [name, status, answer] of JSON.parse(readFileSync("answers.json", "utf8"))) {
  globalThis.fetch = async (url, { method = "GET", body } = {}) => {
    const { pathname: path, searchParams } = new URL(url);
    const query = Object.fromEntries(searchParams);
    asked.push({ name, method, path, query, body: body == null ? null : JSON.parse(body) });
    return Response.json(answer, { status: Number(status) });
  };
  await import("./" + name + ".ts");
}
process.stdout.write(JSON.stringify(asked));
`;

it("the curl snippets make the same requests", async () => {
  const script = ["curl() { printf '%s\\0' \"$@\" $'\\x01'; }", ...operations.map(curlSnippet)];
  const { stdout } = await run("bash", ["-c", script.join("\n")], {
    env: { USANCE_API_KEY: "key" },
    maxBuffer: 1e8,
  });

  const calls = stdout.split("\u0001\0").slice(0, -1);
  const asked = calls.map((call, at) => {
    const words = call.split("\0");
    const after = (option: string) => words[words.indexOf(option) + 1] ?? "";
    const { pathname, searchParams } = new URL(words.find((one) => one.startsWith("http")) ?? "");
    return {
      name: operations[at]?.name,
      method: words.includes("-X") ? after("-X") : "GET",
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: words.includes("-d") ? JSON.parse(after("-d")) : null,
    };
  });
  expect(asked).toEqual(expected);
});
