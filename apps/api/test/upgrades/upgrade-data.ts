import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Hex } from "../../src/kit/evm-fields.ts";
import type { Seller } from "../harness/story.ts";
import { root } from "../processes/program.ts";

/*
 * What a release of the service has left: its tables, its chain, and its responses. It is stored in a folder named
 * after the release's newest migration.
 */

const folder = fileURLToPath(new URL("./data", import.meta.url));

export interface UpgradeData {
  /** INSERTs for every row, in an order that foreign keys allow. */
  readonly tables: string;
  /** The output of `anvil_dumpState`. */
  readonly chain: Hex;
  readonly told: Told;
}

/** Responses that must stay the same. */
export interface Told {
  /** The commit of the version. */
  readonly commit: string;
  /** The time at which the version ended. */
  readonly leftAt: string;
  readonly contract: Hex;
  /** The seller of the records, and a revoked key of the seller. */
  readonly seller: Seller;
  readonly revokedKey: string;
  /** An endpoint with pending deliveries. */
  readonly endpoint: { readonly id: string; readonly secret: string };
  /** A call with an Idempotency-Key, and its response. */
  readonly once: {
    readonly key: string;
    readonly operation: string;
    readonly input: object;
    readonly answer: object;
  };
  /** Each record's response, by its path. */
  readonly answers: Readonly<Record<string, object>>;
}

/** The releases whose data is stored, oldest first, each by its newest migration. */
export const keptVersions = (): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** The names of this version's migrations, oldest first. */
export function migrationsHere(): string[] {
  const entries = readdirSync(`${root}/apps/api/prisma/migrations`, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/**
 * Checks that migrations are tested on data of releases before them: of the first one, and of this version for the
 * migrations of the next release. The migrations of one release are tested together, since no version between them was
 * ever in use.
 *
 * @param kept the releases whose data is stored
 * @returns a sentence if some is missing; null if none is, or if there is nothing to upgrade from
 */
export function findUnkept(migrations: readonly string[], kept: readonly string[]): string | null {
  if (migrations.length < 2) return null;
  const missing = [migrations[0], migrations.at(-1)].find((name = "") => !kept.includes(name));
  if (missing === undefined) return null;
  return `Of the version of ${missing} no data is kept. \`pnpm --filter @usance/api run upgrade-data\` makes it.`;
}

export function readUpgradeData(version: string): UpgradeData {
  const read = (file: string) => readFileSync(`${folder}/${version}/${file}`, "utf8");
  return {
    tables: read("tables.sql"),
    chain: read("chain.hex").trim() as Hex,
    told: JSON.parse(read("told.json")),
  };
}

/** Keeps the data that this version has left. @returns the folder with the data */
export async function keepUpgradeData(data: UpgradeData): Promise<string> {
  const own = `${folder}/${migrationsHere().at(-1)}`;
  await mkdir(own, { recursive: true });
  await writeFile(`${own}/tables.sql`, header(data.told) + data.tables);
  await writeFile(`${own}/chain.hex`, `${data.chain}\n`);
  await writeFile(`${own}/told.json`, `${JSON.stringify(data.told)}\n`);
  return own;
}

const header = ({ commit, leftAt }: Told) =>
  `-- What the service of ${commit} had in its tables at ${leftAt}. Made by scripts/upgrade-data.ts.\n\n`;
