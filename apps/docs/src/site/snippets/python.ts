import type { Operation } from "../document.ts";
import { literal } from "./literal.ts";
import { origin, requestOf } from "./request.ts";

const notation = {
  null: "None",
  true: "True",
  false: "False",
  key: (name: string) => JSON.stringify(name),
  indent: "    ",
};

const root = "/api/v1";

/** How examples/python/usance.py calls an operation. What is not below the API's root is read without it. */
export function pythonSnippet(operation: Operation): string {
  const { method, path, query, body } = requestOf(operation);
  if (!path.startsWith(root)) {
    return `import json\nimport urllib.request\n\nwith urllib.request.urlopen("${origin}${path}") as response:\n    print(json.load(response))\n`;
  }
  const { key, records } = operation.inSdk;
  const named = Object.entries(query).map(([name, value]) => [name, literal(value, notation)]);
  // `from` is a word of Python, so it cannot be the name of an argument.
  const isNamed = named.every(([name]) => name !== "from");
  const search = isNamed
    ? named.map(([name, value]) => `${name}=${value}`)
    : named.length > 0
      ? [`**${literal(query, notation)}`]
      : [];
  const of = [JSON.stringify(path.slice(root.length))];
  const made =
    records === null
      ? `${key ?? "answer"} = usance.${method.toLowerCase()}(${[...of, ...(body === null ? [] : [literal(body, notation, 40)]), ...search].join(", ")})${key === null ? "" : `["${key}"]`}\nprint(${key ?? "answer"})`
      : `for record in usance.pages(${[...of, JSON.stringify(records), ...search].join(", ")}):\n    print(record)`;
  const apiKey = operation.scope === null ? '""' : 'os.environ["USANCE_API_KEY"]';
  const imports = operation.scope === null ? "" : "import os\n\n";
  return `${imports}from usance import Usance\n\nusance = Usance("${origin}", ${apiKey})\n\n${made}\n`;
}
