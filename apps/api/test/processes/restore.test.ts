import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { freePort, publicDevAccount } from "@usance/local-stack";
import { expect, it } from "vitest";
import { chooseRunAs } from "../../../../packages/local-stack/src/run-as.ts";
import { assertDatabase } from "../../src/db/assert-database.ts";
import { blocksOf } from "../harness/blocks.ts";
import { newReference } from "../harness/story.ts";
import { until } from "../harness/until.ts";
import { call, newSettlement } from "./calls.ts";
import { run, runUsance, temporaryFolder } from "./entry.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

/*
 * Backup and restore with the commands of docs/operations.md. They belong to PostgreSQL and are in no package, so
 * this test runs only where a whole PostgreSQL is installed, on its server.
 */

const page = new URL("../../../../docs/operations.md", import.meta.url);
const binaries = findPostgres();
const chain = useChain();

it.skipIf(binaries === undefined)(
  "a service restored from a backup has the same records and continues",
  async ({ skip }) => {
    const folder = temporaryFolder();
    const databaseUrl = await startInstalled(binaries ?? "", folder);
    if (databaseUrl === undefined) return skip();
    const environment = await productionEnvironment(chain(), { DATABASE_URL: databaseUrl });
    const service = await listening(environment);
    const before = await newSettlement(service);
    expect((await call(service, "POST", "/settlements", before)).status).toBe(201);
    const unpaid = await newSettlement(service);
    const late = await newSettlement(service);
    const [backUp = "", restore = "", ...others] = commandsOn(readFileSync(page, "utf8"));
    expect(others).toEqual([]);
    const restoredUrl = databaseUrl.replace(/postgres$/, "restored");
    writeFileSync(join(folder, "owner-database-url"), databaseUrl);
    writeFileSync(join(folder, "restored-database-url"), restoredUrl);
    const shell = (command: string) =>
      execFileSync("sh", ["-ec", command.replaceAll("/etc/usance", folder)], {
        env: { ...process.env, PATH: `${join(binaries ?? "", "bin")}:${process.env.PATH}` },
      });

    shell(backUp);
    expect((await call(service, "POST", "/settlements", late)).status).toBe(201);
    service.signal("SIGTERM");
    await service.ended;
    shell(restore);

    const restored = {
      ...environment,
      DATABASE_URL: restoredUrl,
      SETTLEMENT_TIMEOUT_MS: "2000",
    };
    const ledger = runUsance(["verify-ledger", "--from-block", "0"], restored);
    expect(await ledger.ended).toBe(1);
    const wrong = ledger
      .out()
      .split("\n")
      .filter((line) => !line.startsWith("ok"));
    expect(wrong).toEqual([
      "FAIL  What is on the chain is a CONFIRMED settlement, or one that still waits for it. 1 do not:",
      expect.stringContaining(`${late.referenceHash}: unknown`),
      expect.stringMatching(/^1 of \d+ do not hold\.$/),
      "",
    ]);
    const again = await listening(restored);
    const paid = await call(again, "GET", `/invoices/${before.invoiceId}`);
    expect(paid.body.invoice.status).toBe("PAID");
    expect((await call(again, "POST", "/settlements", unpaid)).status).toBe(500);
    const resumed = runUsance(["signers", "resume", publicDevAccount.address], restored);
    expect(await resumed.ended).toBe(0);
    await until(async () => {
      const answer = await call(again, "POST", "/settlements", unpaid);
      return answer.status < 300;
    });
    const other = { ...late, referenceHash: newReference() };
    const refused = await call(again, "POST", "/settlements", other);
    expect(refused.body.error).toContain("InvoiceAlreadySettled");
    const found = await call(again, "POST", "/settlements", late);
    expect(found.body.settlement).toMatchObject({ status: "CONFIRMED" });
    const settledLate = await call(again, "GET", `/invoices/${late.invoiceId}`);
    expect(settledLate.body.invoice.status).toBe("PAID");
  },
);

/** The guide's shell commands, in order. */
function commandsOn(text: string): string[] {
  const [, section = ""] = /^### Back up and restore$([\s\S]*?)^## /m.exec(text) ?? [];
  return blocksOf(section, "sh");
}

/** A folder with a server and tools of the same version, however they were installed. */
function findPostgres(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).map((one) => join(debian, one)) : [];
  const onPath = (process.env.PATH ?? "").split(":").map((folder) => dirname(folder));
  const needed = ["initdb", "postgres", "pg_dump", "pg_restore", "psql"];
  return [...versions, ...onPath].find((folder) =>
    needed.every((name) => existsSync(join(folder, "bin", name))),
  );
}

/** Starts the installed server with an empty database. @returns its URL; undefined where root may not start it */
async function startInstalled(binaries: string, folder: string): Promise<string | undefined> {
  const { prefix, user } = await chooseRunAs(folder); // it refuses to run as root
  if (user !== undefined) return undefined;
  const [cluster, port] = [join(folder, "cluster"), await freePort()];
  const bin = (name: string) => join(binaries, "bin", name);
  const init = [...prefix, bin("initdb"), "-D", cluster, "--username=usance", "--auth=trust"];
  expect(await run([...init, "--encoding=UTF8", "--no-locale", "--no-sync"], {}).ended).toBe(0);
  const sockets = `unix_socket_directories=`;
  run([...prefix, bin("postgres"), "-D", cluster, "-p", String(port), "-c", sockets], {});
  const url = `postgres://usance@127.0.0.1:${port}/postgres`;
  await until(() =>
    assertDatabase(url).then(
      () => true,
      () => false,
    ),
  );
  return url;
}
