import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../results", import.meta.url));

/** Keeps what a measure has come to in bench/results, which is no part of the repository. */
export async function keep(fileName: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, fileName), text);
}

/** The same of a result, as JSON. */
export const keepJson = (fileName: string, result: object) =>
  keep(fileName, `${JSON.stringify(result, null, 2)}\n`);

/** To two places. */
export const rounded = (value: number) => Math.round(value * 100) / 100;
