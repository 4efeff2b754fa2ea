import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { sql } from "../harness/database.ts";
import { listening, productionEnvironment, useChain } from "../processes/production.ts";

const chain = useChain();
const million = 1_000_000;
const mb = 1_048_576;

it("a list of a million rows is read as CSV in the memory of a few pages", async () => {
  const environment = await productionEnvironment(chain());
  const service = await listening(environment);
  await sql(
    environment.DATABASE_URL,
    `INSERT INTO audit_events (id, owner_id, api_key_id, operation, record_id, request_id, created_at)
     SELECT 'e' || to_char(i, 'FM0000000'), NULL, 'key', 'invoices.create', repeat('r', 120), 'request',
            timestamptz '2026-01-01Z' + i / 4 * interval '1 second'
       FROM generate_series(1, ${million}) AS i`,
  );
  await sql(environment.DATABASE_URL, "VACUUM ANALYZE audit_events");
  const headers = { Accept: "text/csv", Authorization: `Bearer ${service.key}` };
  const read = async (query: string) => {
    const response = await fetch(`${service.url}/api/v1/audit-events${query}`, { headers });
    expect(response.status).toBe(200);
    return response;
  };
  await (await read("?limit=100")).text();
  const before = await residentBytes(service.pid);

  const { body } = await read("");
  if (body === null) throw new Error("The answer has a body.");
  let [rows, bytes, most] = [0, 0, 0];
  let [last, rest] = ["", ""];
  // Not by readline, which does not pass on that the service has broken the connection off.
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      bytes += line.length + 2;
      const [id = ""] = line.split(",", 1);
      if (rows > 1 && id >= last) throw new Error(`${id} comes after ${last}.`);
      last = id;
      rows += 1;
      if (rows % 10_000 === 0) most = Math.max(most, await residentBytes(service.pid));
    }
  }

  expect(rest).toBe("");
  expect(rows).toBe(million + 1); // with the header
  expect(bytes).toBeGreaterThan(150 * mb);
  expect((most - before) / mb).toBeLessThan(100);
}, 900_000);

/** How much memory a process uses. */
async function residentBytes(pid: number): Promise<number> {
  const [, kilobytes = ""] =
    /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}
