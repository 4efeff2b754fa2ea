import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { onFreePort } from "../../test/harness/on-free-port.ts";
import { rpcClient } from "./rpc-client.ts";

const hash = `0x${"1".repeat(64)}` as const;

test("a response that is not JSON-RPC counts as no response, for every call", async () => {
  const client = rpcClient(await aGatewayThatAnswers({ message: "busy" }));

  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow("holds no result");
  await expect(client.getCode({ address: `0x${"1".repeat(40)}` })).rejects.toThrow(
    "holds no result",
  );
});

async function aGatewayThatAnswers(body: object): Promise<string> {
  const server = createServer((_, response) => response.end(JSON.stringify(body)));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { url } = await onFreePort(server);
  return url;
}
