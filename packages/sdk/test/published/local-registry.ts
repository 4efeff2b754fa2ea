import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { onFreePort } from "../../../../apps/api/test/harness/on-free-port.ts";

const run = promisify(execFile);

/**
 * A package registry that has what is installed here, so that `npm install` can be run as a reader runs it,
 * without the network.
 *
 * @param folders of the packages
 * @param scratch where their tarballs go
 * @returns its address, until the test ends
 */
export async function startRegistry(folders: readonly string[], scratch: string): Promise<string> {
  const files = new Map<string, () => Promise<string | Buffer>>();
  const server = createServer(async (req, res) => {
    const file = files.get(decodeURIComponent(req.url ?? ""));
    res.writeHead(file === undefined ? 404 : 200).end(await file?.());
  });
  const { url } = await onFreePort(server);
  onTestFinished(() => void server.close());

  const pack = ["pack", ...folders, "--json", "--ignore-scripts"];
  const { stdout } = await run("npm", pack, { cwd: scratch });
  const packed: { name: string; version: string; filename: string; integrity: string }[] =
    JSON.parse(stdout);
  for (const [index, { name, version, filename, integrity }] of packed.entries()) {
    const manifest = JSON.parse(await readFile(join(folders[index] ?? "", "package.json"), "utf8"));
    const dist = { tarball: `${url}/${filename}`, integrity };
    const versions = { [version]: { ...manifest, dist } };
    const document = { name, "dist-tags": { latest: version }, versions };
    files.set(`/${name}`, async () => JSON.stringify(document));
    files.set(`/${filename}`, () => readFile(join(scratch, filename)));
  }
  return url;
}
