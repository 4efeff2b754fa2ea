import { soakIngest } from "./ingest-soak.ts";
import { readOptions, type Soak, SoakUsage } from "./options.ts";
import { reportOf } from "./report.ts";
import { soakSettlements } from "./settlements-soak.ts";
import { soakWebhooks } from "./webhooks-soak.ts";

/* `pnpm soak settlements`, `ingest` and `webhooks`: under everything that can go wrong at once. */

// An end that is no exit would leave processes behind.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(130));
}

try {
  const soak = readOptions(process.argv.slice(2));
  process.stdout.write(`Seed ${soak.options.seed}\n`);
  const { counts, problems, logFiles } = await run(soak);
  process.stdout.write(`\n${reportOf(counts, problems)}\nLogs: ${logFiles.join(" ")}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
} catch (error) {
  if (!(error instanceof SoakUsage)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function run(soak: Soak) {
  switch (soak.of) {
    case "settlements":
      return soakSettlements(soak.options);
    case "ingest":
      return soakIngest(soak.options);
    case "webhooks":
      return soakWebhooks(soak.options);
  }
}
