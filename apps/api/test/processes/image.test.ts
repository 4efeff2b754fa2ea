import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@usance/local-stack";
import { expect, it, onTestFinished } from "vitest";
import { installedPackages, shippedPackages } from "../harness/packages.ts";
import { buildContext } from "./build-context.ts";
import { run } from "./entry.ts";
import { productionEnvironment, useChain } from "./production.ts";

/*
 * Runs the Dockerfile step by step in folders instead of containers: its RUN lines in a copy of this repository,
 * its COPY lines from there, and its CMD and HEALTHCHECK in the result.
 */

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const chain = useChain();

it("the image has only production files, runs with them alone, is healthy, and stops on request", async () => {
  const text = readFileSync(join(root, "Dockerfile"), "utf8");
  const [, sources = "", , build = "", image = ""] = text.split(/^FROM .*$/m);
  const folder = mkdtempSync(join(tmpdir(), "usance-image-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [built, made] = [join(folder, "build"), join(folder, "image")];
  copySources(built);
  for (const command of linesOf(sources + build, "RUN")) {
    const step = run(["sh", "-ec", command], { ...machine(), CI: "1" }, built);
    expect(await step.ended, `${command}: ${step.out()}${step.err()}`).toBe(0);
  }
  for (const line of linesOf(image, "COPY")) {
    const [, from = "", to = ""] = line.split(" ");
    mkdirSync(dirname(join(made, to)), { recursive: true });
    renameSync(from.replace("/usance", built), join(made, to));
  }
  rmSync(built, { recursive: true });

  const ships = shippedPackages();
  const installed = [...installedPackages(made).keys()];
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter((id) => !ships.has(id))).toEqual([]);

  const port = await freePort();
  const set = linesOf(image, "ENV").flatMap((line) => line.split(" ").map((one) => one.split("=")));
  const environment = {
    ...(await productionEnvironment(chain())),
    ...Object.fromEntries(set),
    PORT: String(port),
  };
  const [, health = ""] = linesOf(image, "HEALTHCHECK")[0]?.split(" CMD ") ?? [];
  const healthy = async () => (await run(commandOf(health), environment, made).ended) === 0;
  expect(await healthy()).toBe(false);
  const service = run(commandOf(linesOf(image, "CMD")[0] ?? ""), environment, made);
  await service.printed(/^Listening on http:\/\/0\.0\.0\.0:\d+$/m);

  expect(await healthy()).toBe(true);
  const page = await fetch(`http://127.0.0.1:${port}/checkout/any`);
  expect(await page.text()).toContain("<title>Checkout</title>");
  service.signal("SIGTERM");
  expect(await service.ended).toBe(0);

  const usance = async (...words: string[]) => {
    const program = run(
      [process.execPath, "apps/api/src/cli/usance.ts", ...words],
      environment,
      made,
    );
    return { code: await program.ended, out: program.out(), err: program.err() };
  };
  expect(await usance("--help")).toMatchObject({ code: 0, err: "" });
  expect(await usance("keys", "list")).toMatchObject({ code: 0, out: "" });
  expect(await usance("biller", "plan")).toMatchObject({
    code: 1,
    err: expect.stringContaining("set USANCE_URL and USANCE_API_KEY"),
  });
  expect(await usance("dev")).toEqual({
    code: 1,
    out: "",
    err: "This command needs a clone of the repository with its development packages.\n",
  });
}, 300_000);

/** The files that `COPY . .` copies: tracked files that .dockerignore does not exclude. */
function copySources(to: string): void {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  const enters = buildContext();
  for (const file of tracked.split("\0")) {
    if (file === "" || !enters(file)) continue;
    cpSync(join(root, file), join(to, file));
  }
}

const linesOf = (text: string, instruction: string): string[] =>
  [...text.matchAll(new RegExp(`^${instruction} (.*)$`, "gm"))].map(([, line = ""]) => line);

/** A JSON array of words, in which `node` is the Node that runs the tests. */
function commandOf(json: string): string[] {
  const [, ...words] = JSON.parse(json) as string[];
  return [process.execPath, ...words];
}

/** The environment without the commands of this repository's packages. */
function machine(): Record<string, string> {
  const folders = (process.env.PATH ?? "").split(":");
  const others = folders.filter((one) => !one.endsWith("node_modules/.bin"));
  return {
    ...(process.env as Record<string, string>),
    PATH: [dirname(process.execPath), ...others].join(":"),
  };
}
