import { type LocalStackError, startAnvil, startPostgres } from "../src/index.ts";
import { chooseRunAs } from "../src/run-as.ts";
import { runAsNobody } from "../src/run-as-nobody.ts";
import type { ParentOptions, ParentReport } from "./spawn-parent.ts";

// A process that starts what it is told to, reports in one line, and lives until it is killed.

const options: ParentOptions = JSON.parse(process.argv[2] ?? "{}");
const messages: string[] = [];
const log = (message: string) => void messages.push(message);

async function start(): Promise<ParentReport> {
  const { postgres, chain, outside } = options;
  const runAs = outside ? (folder: string) => runAsNobody(folder, [outside]) : chooseRunAs;
  try {
    const database =
      postgres === undefined
        ? undefined
        : await startPostgres({ durable: false, ...postgres, log, runAs });
    const anvil = chain === undefined ? undefined : await startAnvil({ ...chain, log });
    return { messages, postgres: database?.url, chain: anvil?.url };
  } catch (error) {
    return { messages, error: (error as LocalStackError).message };
  }
}

process.stdout.write(`${JSON.stringify(await start())}\n`);
setInterval(() => {}, 60_000);
