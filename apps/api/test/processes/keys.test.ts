import { expect, test } from "vitest";
import { newDatabase } from "../harness/database.ts";
import { call } from "./calls.ts";
import { runUsance } from "./entry.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

/* `usance keys`, as the operator of a new service uses it. */

const chain = useChain();

test("the first key of an empty database authorizes the operator", async () => {
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

test("a seller's key is created by e-mail, listed and revoked", async () => {
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
  // A process that has cached the key refuses it within a second; others refuse it immediately.
  const other = await listening(environment);
  expect((await call({ ...other, key }, "GET", "/services")).status).toBe(401);
});

test.each([
  [["create"], 2, /^error: give --admin or --user <user>$/m],
  [["create", "--admin", "--user", "x"], 2, /'--user <user>' cannot be used with .*'--admin'/],
  [["create", "--admin", "--scopes", "everything"], 2, /^error: scopes\.0 must be one of: \*, /],
  [
    ["create", "--admin", "--expires", "tomorrow"],
    2,
    /^error: expiresAt must be an ISO 8601 date-time\.$/m,
  ],
  [["create", "--user", "nobody"], 1, /^Referenced database record was not found\.$/m],
  [["create", "--user", "no@one.com"], 1, /^There is no user with the e-mail no@one\.com\.$/m],
  [["revoke", "unknown"], 1, /^API key was not found\.$/m],
])("%j exits with %i and a reason", async (words, code, message) => {
  const { keys } = commandOn(await newDatabase());

  expect(await keys(...words)).toEqual({ code, out: "", err: expect.stringMatching(message) });
});

test("with --json a key is created, listed and revoked in the API's format", async () => {
  const { keys } = commandOn(await newDatabase());
  const answer = async (...words: string[]) => {
    const { code, out, err } = await keys(...words, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out);
  };

  const { apiKey: made } = await answer("create", "--admin", "--name", "Operations");
  const { apiKeys } = await answer("list");
  const revoked = await answer("revoke", made.id);

  const { secret, ...shown } = made;
  expect(secret).toMatch(/^usance_\w{36}$/);
  expect(shown).toMatchObject({ name: "Operations", userId: null, scopes: ["*"] });
  expect(apiKeys).toEqual([shown]);
  expect(revoked).toEqual({
    apiKey: { ...shown, revokedAt: expect.any(String) },
    descendants: [],
  });
});

test("without a database it says what is missing", async () => {
  const command = runUsance(["keys", "list"], { DATA_DIR: "/nowhere" });

  expect(await command.ended).toBe(1);
  expect(command.err()).toBe("DATABASE_URL is not set, and `pnpm dev` is not running here.\n");
});

function commandOn(DATABASE_URL: string) {
  return {
    keys: async (...words: string[]) => {
      const command = runUsance(["keys", ...words], { DATABASE_URL });
      const code = await command.ended;
      return { code, out: command.out(), err: command.err() };
    },
  };
}
