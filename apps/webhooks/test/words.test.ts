import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { onFreePort } from "../../api/test/harness/on-free-port.ts";
import { temporaryFolder } from "../../api/test/processes/entry.ts";
import { relay } from "./relay.ts";

const listen = ["listen", "--forward-to", "http://localhost:4000/hook"];

describe("wrong usage is reported with exit code 2", () => {
  test.each([
    [
      "listen without a URL",
      ["listen"],
      /^error: required option '--forward-to <url>' not specified\n/,
    ],
    [
      "an address without http",
      ["listen", "--forward-to", "localhost:4000"],
      /^error: --forward-to must be an address like http:\/\/localhost:4000\/hook\.\n$/,
    ],
    [
      "an unknown type to trigger",
      ["trigger", "invoice.payed"],
      /^error: There is no event of type "invoice.payed"\. The types are:\n {2}checkout_session\.paid\n(?: {2}\S+\n)+ {2}test_clock\.ready\n$/,
    ],
    [
      "an unknown type to listen for",
      [...listen, "--events", "invoice.paid,all"],
      /^error: There is no event of type "all"\. The types are:\n/,
    ],
  ] as const)("%s", async (_, words, said) => {
    const program = relay(words, { DATA_DIR: temporaryFolder() });

    expect(await program.ended).toBe(2);
    expect(program.err()).toMatch(said);
    expect(program.out()).toBe("");
  });
});

describe("a failure is reported with exit code 1", () => {
  test.each([
    [
      "no service",
      listen,
      {},
      "No service runs here: start `pnpm dev`, or set USANCE_URL and USANCE_API_KEY.\n",
    ],
    [
      "a service without a key",
      listen,
      { USANCE_URL: "http://localhost:3000" },
      "Set both USANCE_URL and USANCE_API_KEY, or neither.\n",
    ],
    [
      "a service's address without http",
      listen,
      { USANCE_URL: "billing", USANCE_API_KEY: "key" },
      "USANCE_URL must be the service's address, like http://127.0.0.1:3000, without /api/v1.\n",
    ],
    [
      "the address of a service's REST API",
      listen,
      { USANCE_URL: "http://localhost:3000/api/v1/", USANCE_API_KEY: "key" },
      "USANCE_URL must be the service's address, like http://127.0.0.1:3000, without /api/v1.\n",
    ],
    [
      "an invalid key",
      listen,
      { USANCE_URL: "http://localhost:3000", USANCE_API_KEY: "a key" },
      "USANCE_API_KEY is not an API key.\n",
    ],
    [
      "a service that does not answer",
      listen,
      { USANCE_URL: "http://127.0.0.1:9", USANCE_API_KEY: "key" },
      /^The service at http:\/\/127\.0\.0\.1:9 does not answer: .+\n$/,
    ],
    [
      "trigger without listen",
      ["trigger", "invoice.paid"],
      {},
      "`usance webhooks listen` is not running here. Start it, or give --forward-to.\n",
    ],
  ] as const)("%s", async (_, words, environment, said) => {
    const program = relay(words, { DATA_DIR: temporaryFolder(), ...environment });

    expect(await program.ended).toBe(1);
    expect(program.err()).toEqual(said instanceof RegExp ? expect.stringMatching(said) : said);
    expect(program.out()).toBe("");
  });

  test("a service other than Usance", async () => {
    const other = createServer((_, response) => response.end("<h1>Welcome</h1>"));
    onTestFinished(() => void other.close());
    const { url } = await onFreePort(other);

    const program = relay(listen, { USANCE_URL: url, USANCE_API_KEY: "key" });

    expect(await program.ended).toBe(1);
    expect(program.err()).toBe(`What answers at ${url} is no Usance service.\n`);
  });

  test("an invalid data folder", async () => {
    const DATA_DIR = join(temporaryFolder(), "file");
    writeFileSync(DATA_DIR, "");
    const to = ["--forward-to", "http://localhost:4000"];

    const program = relay(["trigger", "invoice.paid", ...to], { DATA_DIR });

    expect(await program.ended).toBe(1);
    expect(program.err()).toBe(`DATA_DIR ${DATA_DIR} cannot be written to (ENOTDIR).\n`);
  });
});
