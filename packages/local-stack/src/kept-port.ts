import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

/*
 * The port of a server stays the same over its restarts, so that addresses in other programs' settings stay valid. It
 * is a file in the data folder.
 */

const fileIn = (folder: string) => join(folder, "port");

/** The port of the last start on the folder; undefined when there was none, or when another program uses the port now. */
export async function keptPort(folder: string): Promise<number | undefined> {
  const port = Number(await readFile(fileIn(folder), "utf8").catch(() => ""));
  return Number.isInteger(port) && port > 0 && port < 65_536 && (await isFree(port))
    ? port
    : undefined;
}

/** Notes the port for the next start on the folder. */
export async function keepPort(folder: string, port: number): Promise<void> {
  await writeFile(fileIn(folder), `${port}\n`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
