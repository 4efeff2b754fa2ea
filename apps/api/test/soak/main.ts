import { clocksSoak } from "./clocks/soak.ts";
import { databaseSoak } from "./database/soak.ts";
import { hostilePayersSoak } from "./hostile-payers/soak.ts";
import { ingestSoak } from "./ingest/soak.ts";
import { modelSoak } from "./model/soak.ts";
import { readWords, SoakUsage } from "./read-words.ts";
import { reportOf } from "./report.ts";
import { requestsSoak } from "./requests/soak.ts";
import { settlementsSoak } from "./settlements/soak.ts";
import { stopsSoak } from "./stops/soak.ts";
import { versionsSoak } from "./versions/soak.ts";
import { webhooksSoak } from "./webhooks/soak.ts";

/* `pnpm soak <name>`: the service under what can go wrong. */

const soaks = [
  settlementsSoak,
  hostilePayersSoak,
  ingestSoak,
  webhooksSoak,
  databaseSoak,
  clocksSoak,
  stopsSoak,
  versionsSoak,
  requestsSoak,
  modelSoak,
];

// An end that is no exit would leave processes behind.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(130));
}

try {
  const { soak, options } = readWords(soaks, process.argv.slice(2));
  process.stdout.write(`Seed ${options.seed}\n`);
  const { counts, problems, logFiles } = await soak.run(options);
  process.stdout.write(`\n${reportOf(counts, problems)}\nLogs: ${logFiles.join(" ")}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
} catch (error) {
  if (!(error instanceof SoakUsage)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
