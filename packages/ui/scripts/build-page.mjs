// Builds a page into its dist/ when anything that it is made of has changed since the last time.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

/**
 * @param {object} page
 * @param {URL} page.at the page's package
 * @param {string} page.what the page's name, for the terminal
 * @param {readonly string[]} page.folders the folders that it is made of, from the package
 * @param {readonly string[]} [page.files] more files that it is made of
 */
export function buildPage({ at, what, folders, files = [] }) {
  const root = fileURLToPath(at);
  const dist = join(root, "dist");
  const stampFile = join(dist, ".stamp");

  const stamp = stampOf([
    ...folders.flatMap(filesIn).filter((file) => !/\.test\.tsx?$/.test(file)),
    ...files,
    "../../packages/ui/scripts/browser-floor.ts",
    "../../packages/ui/scripts/build-page.mjs",
    "../../packages/ui/scripts/page-config.ts",
    ...(existsSync(join(root, "index.html")) ? ["index.html"] : []),
    "package.json",
    "vite.config.ts",
    "node_modules/vite/package.json",
  ]);
  if (isFresh()) return;

  process.stderr.write(`Building ${what}.\n`);
  // Beside it, then moved: whoever serves the page meanwhile has either the old one or the new one.
  const fresh = join(root, "node_modules", `.dist-${process.pid}`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "build", "--outDir", fresh, "--emptyOutDir"],
    { cwd: root, encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } },
  );
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write(`${stdout}${stderr}`);
    process.exit(status ?? 1);
  }
  compress(join(fresh, "assets"));
  compressDocuments(fresh);
  writeFileSync(join(fresh, ".stamp"), stamp);
  // Another process may put its own there in between.
  for (let tries = 0; !isFresh(); tries += 1) {
    try {
      rmSync(dist, { recursive: true, force: true });
      renameSync(fresh, dist);
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
  rmSync(fresh, { recursive: true, force: true });

  function isFresh() {
    return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  }

  function filesIn(folder) {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .toSorted();
  }

  function stampOf(all) {
    const hash = createHash("sha256");
    for (const file of all) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update("\0");
    }
    return hash.digest("hex");
  }
}

/** Writes the compressed forms of text files beside them: compressing them well takes too long for each request. */
function compress(folder) {
  for (const name of readdirSync(folder).filter((one) => /\.(?:js|css|svg|json)$/.test(one))) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/** The same for a page of several documents. There are many, and Brotli takes long. */
function compressDocuments(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((one) => one.endsWith(".html"));
  if (names.length === 1) return;
  for (const name of names) {
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name))));
  }
}
