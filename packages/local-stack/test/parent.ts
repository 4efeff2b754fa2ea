import { join } from "node:path";
import { type LocalStackError, startAnvil, startPostgres } from "../src/index.ts";

// A process that starts both servers, reports in one line, and lives until it is killed.

const [, , folder] = process.argv;
const at = (name: string) => (folder === undefined ? {} : { dataDir: join(folder, name) });
const report = await Promise.all([
  startPostgres({ durable: true, ...at("postgres") }),
  startAnvil(at("chain")),
]).then(
  ([postgres, chain]) => ({ postgres: postgres.url, chain: chain.url }),
  (error: LocalStackError) => ({ error: error.message }),
);
process.stdout.write(`${JSON.stringify(report)}\n`);
setInterval(() => {}, 60_000);
