import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readText } from "../src/site/guides/files.ts";
import { readSite } from "../src/site/site.ts";
import { pythonSnippet } from "../src/site/snippets/python.ts";
import { requestOf } from "../src/site/snippets/request.ts";

const { operations } = readSite(JSON.parse(readText("packages/sdk/openapi.json")));

it("the Python snippets run with the example's client, and make the documented requests", async () => {
  const snippets = operations.map((operation) => {
    const success = operation.answers.find(({ status }) => status.startsWith("2"));
    return [pythonSnippet(operation), success?.content["application/json"]?.example];
  });
  const cwd = fileURLToPath(new URL("../../../examples/python", import.meta.url));
  const running = promisify(execFile)("python3", ["-B", "-c", program], {
    cwd,
    env: { ...process.env, USANCE_API_KEY: "key" },
    maxBuffer: 1e8,
  });
  running.child.stdin?.end(JSON.stringify(snippets));
  const { stdout } = await running;

  const expected = operations.map((operation) => {
    const { method, path, query, body } = requestOf(operation);
    const search = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return [method, path, Object.fromEntries(search), body];
  });
  expect(JSON.parse(stdout)).toEqual(expected);
});

/** Runs each snippet with a service that answers as the document says, and prints what was asked for. */
const program = `
import builtins, io, json, sys, urllib.parse, urllib.request
import usance

asked = []
snippets = json.load(sys.stdin)


def answer(request, timeout=None):
    if isinstance(request, str):
        request = urllib.request.Request(request)
    url = urllib.parse.urlsplit(request.full_url)
    body = None if request.data is None else json.loads(request.data)
    asked.append([request.get_method(), url.path, dict(urllib.parse.parse_qsl(url.query)), body])
    return io.BytesIO(json.dumps(example).encode())


usance._opener.open = urllib.request.urlopen = answer
out, builtins.print = builtins.print, lambda *_: None
for snippet, example in snippets:
    exec(snippet, {})
out(json.dumps(asked))
`;
