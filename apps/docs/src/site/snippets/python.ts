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
  const { path } = requestOf(operation);
  if (!path.startsWith(root)) {
    const opened = `with urllib.request.urlopen("${origin}${path}") as response:`;
    return `import json\nimport urllib.request\n\n${opened}\n    print(json.load(response))\n`;
  }
  const hasKey = operation.scope !== null;
  const made = hasKey ? 'os.environ["USANCE_API_KEY"]' : '""';
  return [
    ...(hasKey ? ["import os", ""] : []),
    ...["from usance import Usance", ""],
    ...[`usance = Usance("${origin}", ${made})`, ""],
    `${callOf(operation)}\n`,
  ].join("\n");
}

/** The call, and what is done with its answer. */
function callOf(operation: Operation): string {
  const { method, path, query, body } = requestOf(operation);
  const { key, records } = operation.inSdk;
  const place = JSON.stringify(path.slice(root.length));
  const search = searchOf(query);
  if (records !== null) {
    const given = [place, JSON.stringify(records), ...search].join(", ");
    return `for record in usance.pages(${given}):\n    print(record)`;
  }
  const sent = body === null ? [] : [literal(body, notation, 40)];
  const call = `usance.${method.toLowerCase()}(${[place, ...sent, ...search].join(", ")})`;
  return key === null
    ? `answer = ${call}\nprint(answer)`
    : `${key} = ${call}["${key}"]\nprint(${key})`;
}

/** The arguments of a query. `from` is a word of Python, so it cannot be the name of one. */
function searchOf(query: Readonly<Record<string, unknown>>): string[] {
  if ("from" in query) return [`**${literal(query, notation)}`];
  return Object.entries(query).map(([name, value]) => `${name}=${literal(value, notation)}`);
}
