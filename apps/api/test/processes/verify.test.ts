import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newDatabase } from "../harness/database.ts";
import { call, settled } from "./calls.ts";
import { type Entry, run, runUsance, temporaryFolder } from "./entry.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";
import { usanceCommand } from "./program.ts";

/* `usance verify`, as an operator and as a payer use it. Its checks are tested next to their code. */

const chain = useChain();

test("a settlement in the database is verified with exit code 0", async () => {
  const environment = await productionEnvironment(chain());
  const { id } = await settled(await listening(environment));

  const verified = await endOf(runUsance(["verify", id], connectionsOf(environment)));

  expect(verified).toEqual({ code: 0, out: expect.stringMatching(/\nVerified\n$/), err: "" });
  expect(verified.out).not.toContain(chain().anvil.url);
});

test("a payer verifies the service's proof from a file or a pipe, without its database", async () => {
  const service = await listening(await productionEnvironment(chain()));
  const { id } = await settled(service);
  const { body } = await call(service, "GET", `/settlements/${id}/proof`);
  const file = join(temporaryFolder(), "proof.json");
  await writeFile(file, JSON.stringify(body));
  const environment = { SETTLEMENT_RPC_URL: chain().anvil.url };
  const piped = ["sh", "-c", 'file=$1; shift; "$@" < "$file"', "sh", file];

  const fromFile = await endOf(runUsance(["verify", file], environment));
  const fromPipe = await endOf(run([...piped, ...usanceCommand(["verify", "-"])], environment));

  expect(fromFile).toMatchObject({ code: 0, out: expect.stringMatching(/\nVerified\n$/) });
  expect(fromPipe).toMatchObject({ code: 0, out: fromFile.out });
});

test.each([
  [[], /^error: missing required argument 'proof'/],
  [["unknown"], /^Settlement was not found\.$/m],
  [["nowhere.json"], /^nowhere\.json cannot be read \(ENOENT\)\.$/m],
  [["package.json"], /^package\.json is not a proof: it must be an object with a proof\.$/m],
  [["README.md"], /^README\.md is not JSON\.$/m],
])("%j is refused with a message and exit code 2", async (words, message) => {
  const connections = connectionsOf(await productionEnvironment(chain()));

  expect(await endOf(runUsance(["verify", ...words], connections))).toEqual({
    code: 2,
    out: "",
    err: expect.stringMatching(message),
  });
});

test("a database without the service's tables is not changed", async () => {
  const DATABASE_URL = await newDatabase("template0");
  const connections = { DATABASE_URL, SETTLEMENT_RPC_URL: chain().anvil.url };

  expect(await endOf(runUsance(["verify", "any"], connections))).toMatchObject({
    code: 2,
    err: "The database belongs to another version of the service than this command.\n",
  });
});

async function endOf(entry: Entry) {
  const code = await entry.ended;
  return { code, out: entry.out(), err: entry.err() };
}

/** All settings of the service that the command needs. */
function connectionsOf({ DATABASE_URL = "", SETTLEMENT_RPC_URL = "" }: Record<string, string>) {
  return { DATABASE_URL, SETTLEMENT_RPC_URL };
}
