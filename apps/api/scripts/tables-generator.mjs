// A Prisma generator: writes the table, the columns and their types of every model to src/db/generated/tables.ts,
// because the generated client does not export them. `prisma generate` starts it, sends JSON-RPC requests on its
// standard input, one a line, and reads the answers from its standard error.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const methods = {
  getManifest: () => ({ manifest: { prettyName: "Tables" } }),
  generate: ({ dmmf, generator }) => {
    writeFileSync(generator.output.value, sourceOf(dmmf.datamodel.models));
    return null;
  },
};

const sourceOf = (models) => `// Generated from prisma/schema.prisma. Do not edit.
export const tables = ${JSON.stringify(Object.fromEntries(models.map(tableOf)), null, 2)} as const;
`;

const tableOf = ({ name, dbName, fields }) => [
  name,
  { table: dbName ?? name, columns: Object.fromEntries(fields.filter(isColumn).map(columnOf)) },
];

const isColumn = ({ kind }) => kind !== "object";

const columnOf = ({ name, dbName, kind, type, isList }) => [
  name,
  { column: dbName ?? name, kind, type, isList },
];

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const answer = { jsonrpc: "2.0", id, result: methods[method](params) };
  process.stderr.write(`${JSON.stringify(answer)}\n`);
}
