import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

/*
 * The port of a server stays the same over its restarts, so that addresses in other programs' settings stay valid. It
 * is a file in the data folder.
 */

const fileIn = (folder: string) => join(folder, "port");

/** The port of the last start on the folder; undefined when there was none, or when another program uses the port now. */
export async function keptPort(folder: string): Promise<number | undefined> {
  const port = Number(await readFile(fileIn(folder), "utf8").catch(() => ""));
  return port > 0 ? freePort(port).catch(() => undefined) : undefined;
}

/** Notes the port for the next start on the folder. */
export async function keepPort(folder: string, port: number): Promise<void> {
  await writeFile(fileIn(folder), `${port}\n`);
}
