import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { withSecretFiles } from "./config.ts";

let folder: string;
const holding = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "usance-environment-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("reads a variable from its file, whatever its line end", () =>
  forRows(
    [
      ["without a line end", "postgres://u:p@host/db"],
      ["with a line feed at its end", "postgres://u:p@host/db\n"],
      ["with CR LF at its end", "postgres://u:p@host/db\r\n"],
    ],
    (_, text) => {
      const DATABASE_URL_FILE = holding("url", text);

      const { DATABASE_URL, PORT } = withSecretFiles({ DATABASE_URL_FILE, PORT: "80" });

      expect(DATABASE_URL).toBe("postgres://u:p@host/db");
      expect(PORT).toBe("80");
    },
  ));

it("ignores variables without a file, and files of unknown variables", () => {
  const environment = { PORT: "80", DATABASE_URL_FILE: "", SHELL_FILE: "/nowhere" };

  expect(withSecretFiles(environment)).toEqual(environment);
});

it("names each unusable file without its content", () => {
  const environment = {
    DATABASE_URL_FILE: "/nowhere",
    SETTLEMENT_SIGNER_KEY: "0xabc",
    SETTLEMENT_SIGNER_KEY_FILE: holding("key", "0xdef"),
    WEBHOOK_SECRETS_KEY_FILE: holding("empty", "\n"),
  };

  expect(() => withSecretFiles(environment)).toThrow(
    [
      "DATABASE_URL_FILE: /nowhere cannot be read (ENOENT).",
      "SETTLEMENT_SIGNER_KEY and SETTLEMENT_SIGNER_KEY_FILE are both set.",
      `WEBHOOK_SECRETS_KEY_FILE: ${folder}/empty is empty.`,
    ].join("\n"),
  );
});
