import { eventsMade, keysBegin } from "./events.ts";
import { withClient } from "./with-client.ts";

/**
 * Does a measure whose events all go to some databases, and makes sure that each of them has become a
 * row: the service said so of each.
 *
 * @throws Error when more or fewer rows came about than events were sent
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
