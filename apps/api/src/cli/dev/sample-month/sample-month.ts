import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NotFoundError, type UsanceClient, usanceClient } from "@usance/sdk";
import type { PausableRegistry } from "./making.ts";
import { type Month, sellMonth } from "./sell-month.ts";

/** What the file in DATA_DIR says: a month that is being made is made on with the same keys. */
interface Kept {
  /** Names the calls that make it, so that none is done twice. */
  readonly run: string;
  /** The time from which its times are counted. */
  readonly madeAt: string;
  /** null: it is not whole yet. */
  readonly month: Month | null;
}

interface Selling {
  readonly url: string;
  readonly key: string;
  readonly now: Date;
  readonly registry: PausableRegistry;
}

/** Less than the day for which the service remembers the keys of calls. */
const keysLastMs = 12 * 3_600_000;

/**
 * Makes a month of a seller's sales through the API, once: at later starts it is there already, unless the database was
 * replaced.
 *
 * @returns whether it was made now
 */
export async function sampleMonth(
  { url, key, now, registry }: Selling,
  dataDir: string,
): Promise<Month & { readonly isNew: boolean }> {
  const usance = usanceClient({ baseUrl: url, apiKey: key });
  const file = join(dataDir, "sample-month.json");
  const last = await readKept(file);
  if (last?.month && (await isThere(usance, last.month))) return { ...last.month, isNew: false };

  const isUnfinished = last?.month === null && now.getTime() - Date.parse(last.madeAt) < keysLastMs;
  const kept =
    last !== null && isUnfinished
      ? last
      : { run: randomBytes(8).toString("hex"), madeAt: now.toISOString(), month: null };
  await writeFile(file, JSON.stringify(kept));
  const month = await sellMonth(usance, kept.run, { now: new Date(kept.madeAt), registry });
  await writeFile(file, JSON.stringify({ ...kept, month }));
  return { ...month, isNew: true };
}

/** Whether the database still has it. */
async function isThere({ services }: UsanceClient, { serviceId }: Month): Promise<boolean> {
  try {
    await services.get({ serviceId });
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

async function readKept(file: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return null;
  }
}
