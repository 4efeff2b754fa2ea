import { expect, test } from "vitest";
import { newDatabase } from "../harness/database.ts";
import { call } from "./calls.ts";
import { runEntry } from "./entry.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

/* `pnpm keys`, as the operator of a new service uses it. */

const chain = useChain();

test("the first key of an empty database lets the operator in", async () => {
  const { BOOTSTRAP_API_KEY: _, ...environment } = await productionEnvironment(chain(), {
    DATABASE_URL: await newDatabase("template0"),
  });
  const { keys } = commandOn(environment.DATABASE_URL);
  const made = await keys("create", "--admin", "--name", "Operations");
  const key = made.out.trim();

  const service = await listening(environment);

  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^usance_\w{36}\n$/) });
  expect(made.err).toContain("Operations  platform  *");
  expect(made.err).not.toContain(key);
  expect((await call({ ...service, key }, "GET", "/services")).status).toBe(200);
});

test("a seller's key is made by the seller's e-mail, shown in the list, and revoked", async () => {
  const environment = await productionEnvironment(chain());
  const { keys } = commandOn(environment.DATABASE_URL);
  const service = await listening(environment);
  const owner = { email: "seller@example.com" };
  await call(service, "POST", "/services", { name: "A", owner });

  const scopes = ["--scopes", "services:read,usage-events:write"];
  const made = await keys("create", "--user", "Seller@example.com", ...scopes);
  const key = made.out.trim();
  const listed = await keys("list");
  const id = listed.out.split(" ")[0] ?? "";

  expect((await call({ ...service, key }, "GET", "/services")).status).toBe(200);
  expect((await call({ ...service, key }, "POST", "/services", {})).status).toBe(403);
  expect(listed.out).toContain("services:read,usage-events:write");
  expect(listed.out).not.toContain(key);

  const revoked = await keys("revoke", id);
  expect(revoked).toMatchObject({ code: 0, out: expect.stringContaining("revoked") });
  // A process that has seen the key feels it within a second; one that has not, at once.
  const other = await listening(environment);
  expect((await call({ ...other, key }, "GET", "/services")).status).toBe(401);
});

test.each([
  [["create"], /^Usage:/],
  [["create", "--admin", "--user", "x"], /^Usage:/],
  [["create", "--admin", "--colour", "red"], /^Unknown option '--colour'/],
  [["create", "--admin", "--scopes", "everything"], /^scopes\.0 must be one of: \*, /],
  [["create", "--admin", "--expires", "tomorrow"], /^expiresAt must be an ISO 8601 date-time\.$/m],
  [["create", "--user", "nobody"], /^Referenced database record was not found\.$/m],
  [["create", "--user", "no@one.com"], /^There is no user with the e-mail no@one\.com\.$/m],
  [["revoke"], /^Usage:/],
  [["revoke", "unknown"], /^API key was not found\.$/m],
  [["list", "--admin"], /^Usage:/],
  [[], /^Usage:/],
])("%j is refused in words", async (words, message) => {
  const { keys } = commandOn(await newDatabase());

  expect(await keys(...words)).toEqual({ code: 1, out: "", err: expect.stringMatching(message) });
});

test("without a database it says what is missing", async () => {
  const command = runEntry("keys", { DATA_DIR: "/nowhere" }, ["list"]);

  expect(await command.ended).toBe(1);
  expect(command.err()).toBe("DATABASE_URL is not set, and `pnpm dev` is not running here.\n");
});

function commandOn(DATABASE_URL: string) {
  return {
    keys: async (...words: string[]) => {
      const command = runEntry("keys", { DATABASE_URL }, words);
      const code = await command.ended;
      return { code, out: command.out(), err: command.err() };
    },
  };
}
