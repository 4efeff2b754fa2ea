import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface ChromiumTerms {
  readonly executablePath?: string;
  readonly channel?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const cache = fileURLToPath(new URL("../../node_modules/.chromium", import.meta.url));

/** Finds a browser: the one in CHROME_PATH, the one in the packages, or the machine's Chrome. */
export async function findChromium(): Promise<ChromiumTerms> {
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH };
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" };
  const folder = join(cache, packageVersion());
  if (!existsSync(folder)) await unpackInto(folder);
  return {
    executablePath: join(folder, "chromium"),
    // Machines without a desktop lack the browser's libraries and fonts.
    env: {
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_PATH: process.env.FONTCONFIG_PATH ?? fontsOf(folder),
    },
  };
}

const fontsOf = (folder: string) =>
  existsSync("/etc/fonts/fonts.conf") ? "/etc/fonts" : join(folder, "fonts");

/** Unpacks the browser into a new folder, which is moved when it is complete, since the package unpacks into TMPDIR. */
async function unpackInto(folder: string): Promise<void> {
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = fresh;
  try {
    await chromium.executablePath();
    await inflate(join(packageFolder(), "bin", "al2023.tar.br"));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // otherwise another run was faster
  }
}

function packageFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
}

function packageVersion(): string {
  const { version } = createRequire(import.meta.url)(join(packageFolder(), "package.json")) as {
    version: string;
  };
  return version;
}
