import { eventsMade, keysBegin } from "./events.ts";
import { withClient } from "./with-client.ts";

/**
 * Runs a measurement, and checks that every event that it sent is a row of one of the databases.
 *
 * @throws Error when the number of rows differs from the number of events
 */
export async function allRecorded<Result>(
  databaseUrls: readonly string[],
  measure: () => Promise<Result>,
): Promise<Result> {
  const before = { rows: await countRows(databaseUrls), made: eventsMade() };
  const result = await measure();
  const rows = (await countRows(databaseUrls)) - before.rows;
  const made = eventsMade() - before.made;
  if (rows !== made) throw new Error(`${made} events were recorded, and ${rows} rows are there.`);
  return result;
}

async function countRows(databaseUrls: readonly string[]): Promise<number> {
  let all = 0;
  for (const url of databaseUrls) {
    all += await withClient(url, async (client) => {
      const text = "SELECT count(*)::integer AS count FROM usage_events WHERE event_key LIKE $1";
      const { rows } = await client.query(text, [`${keysBegin}%`]);
      return rows[0].count;
    });
  }
  return all;
}
