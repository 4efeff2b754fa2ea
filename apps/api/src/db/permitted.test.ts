import { expect, it } from "vitest";
import { newDatabase, sql } from "../../test/harness/database.ts";
import { permitted } from "./permitted.ts";
import { migrate } from "./schema-engine.ts";

/** The URL of a database for a role that owns nothing of it. */
async function asStranger(): Promise<string> {
  const url = new URL(await newDatabase("template0"));
  const role = `stranger_${url.pathname.slice(1)}`;
  await sql(url.href, `CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
  url.username = role;
  url.password = "x";
  return url.href;
}

it("says what to do when the role may not create tables", async () => {
  const url = await asStranger();

  await expect(permitted(() => migrate(url))).rejects.toThrow(
    "DATABASE_URL: the database is not of this version, and its role may not change that. Run `usance migrate` with the role that owns the database.",
  );
});

it("says what is wrong when the database takes no writes", async () => {
  const url = new URL(await newDatabase("template0"));
  const name = url.pathname.slice(1);
  await sql(url.href, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);

  await expect(permitted(() => migrate(url.href))).rejects.toThrow(
    "DATABASE_URL: the database is not of this version, and takes no writes: it is a standby, or default_transaction_read_only is on",
  );
});

it("passes on every other error unchanged", async () => {
  const failure = new Error("connection lost");

  await expect(permitted(() => Promise.reject(failure))).rejects.toBe(failure);
});
