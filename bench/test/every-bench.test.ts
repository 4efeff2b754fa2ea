import { expect, it } from "vitest";
import { benchIngest, measurements } from "../src/ingest.ts";
import { benchScale } from "../src/scale.ts";
import { cpuShare } from "../src/scale-curve.ts";
import { benchSettlements } from "../src/settlements.ts";
import { benchWebhooks } from "../src/webhooks.ts";

/*
 * Every benchmark runs to its end in small, and its peers answer what the service answers. The figures of such a
 * run mean nothing.
 */

const once = { rounds: 1, seconds: 1 };

const benches = {
  ingest: () => benchIngest({ ...once, connections: [1], subscribers: 2, only: measurements }),
  settlements: () => benchSettlements({ rounds: 1, settlements: 4, inFlight: 2, blockTime: 0 }),
  webhooks: () => benchWebhooks({ rounds: 1, deliveries: 100 }),
};

it.each(Object.entries(benches))(
  "pnpm bench %s runs to its table",
  async (_, bench) => {
    expect(await bench()).toMatch(/(≥|≤) [\d.]+ +\d/);
  },
  300_000,
);

const { CITUS_BIN } = process.env;

it.skipIf(CITUS_BIN === undefined)(
  "pnpm bench scale runs to its tables (CITUS_BIN)",
  async () => {
    const report = await benchScale({
      ...once,
      citusBin: CITUS_BIN ?? "",
      subscribers: 8,
      callers: 2,
      workers: [1],
      share: canLimit() ? 0.5 : 0,
    });

    expect(report).toMatch(/batches of 1,000 on Citus to one Postgres/);
    if (canLimit()) expect(report).toMatch(/Citus, 1 worker /);
  },
  300_000,
);

/** Whether this process may limit the CPU time of others. */
function canLimit(): boolean {
  try {
    cpuShare(0.5).end();
    return true;
  } catch {
    return false;
  }
}
