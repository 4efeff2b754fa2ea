import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A project in a folder of its own. Its creator removes it. */
export class TemporaryProject {
  readonly folder = mkdtempSync(join(tmpdir(), "usance-project-"));

  path(file: string): string {
    return join(this.folder, file);
  }

  write(file: string, text: string): void {
    writeFileSync(this.path(file), text);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
