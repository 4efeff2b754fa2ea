import type { Operation } from "../document.ts";
import { literal } from "./literal.ts";
import { origin, pathParameters, requestOf } from "./request.ts";

const notation = {
  null: "null",
  true: "true",
  false: "false",
  key: (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  indent: "  ",
};

/** How the SDK calls an operation. */
export function typescriptSnippet(operation: Operation): string {
  const { query, body } = requestOf(operation);
  const { key, records } = operation.inSdk;
  const input = { ...pathParameters(operation), ...query, ...body };
  const hasInput = operation.parameters.some((one) => one.in !== "header") || body !== null;
  const call = `usance.${operation.name}(${hasInput ? literal(input, notation, 48) : ""})`;
  const made =
    records === null
      ? `const ${key ?? "answer"} = await ${call};\nconsole.log(${key ?? "answer"});`
      : `for await (const ${singular(records)} of ${call}) {\n  console.log(${singular(records)});\n}`;
  const options =
    operation.scope === null
      ? `{ baseUrl: "${origin}" }`
      : `{\n  baseUrl: "${origin}",\n  apiKey: process.env.USANCE_API_KEY,\n}`;
  return `import { usanceClient } from "@usance/sdk";\n\nconst usance = usanceClient(${options});\n\n${made}\n`;
}

/** `invoices` → `invoice` */
const singular = (records: string) => records.replace(/ies$/, "y").replace(/s$/, "");
