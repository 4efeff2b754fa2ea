import { afterAll, expect } from "vitest";
import { verifyTables } from "../../src/cli/ledger/verify-tables.ts";
import { openPool } from "../../src/db/pool.ts";
import type { TestService } from "./service.ts";

/** After a file's tests, adds up the ledger that they have left. Call it after `useService`, which ends later. */
export function expectLedgerHolds(service: () => TestService): void {
  afterAll(async () => {
    const pool = openPool(service().databaseUrl, 2);
    const findings = await verifyTables(pool, service().clock.now());
    await pool.end();
    const broken = findings.filter((finding) => finding.count > 0);
    expect(broken).toEqual([]);
  });
}
