import { createServer } from "node:http";
import { freePort } from "@usance/local-stack";
import { expect, onTestFinished, test } from "vitest";
import { onFreePort } from "../harness/on-free-port.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

const chain = useChain();

/** The log of a start with this node, as text. */
async function logOfStart(SETTLEMENT_RPC_URL: string): Promise<string> {
  const environment = await productionEnvironment(chain());
  const service = await listening({ ...environment, SETTLEMENT_RPC_URL });
  return service.out();
}

test("the log names the host of a node that is down, and no key in its address", async () => {
  const at = `127.0.0.1:${await freePort()}`;

  const log = await logOfStart(`http://a-login:a-password@${at}/v2/a-key-in-the-path?key=too`);

  expect(log).toContain(`could not be reached. (http://${at}: ECONNREFUSED)`);
  expect(log).not.toMatch(/a-login|a-password|a-key|key=too/);
});

test.each([
  ["responds with an error status", 401, ": HTTP 401"],
  ["does not respond", null, ""],
])("and of a node that %s", async (_, status, why) => {
  const node = createServer((_request, response) => {
    if (status !== null) response.writeHead(status).end("key a-key-in-the-path is unknown");
  });
  const { url } = await onFreePort(node);
  onTestFinished(() => {
    node.close();
    node.closeAllConnections();
  });

  const log = await logOfStart(`${url}/v2/a-key-in-the-path`);

  expect(log).toContain(`(${url}${why})`);
  expect(log).not.toContain("a-key");
});
