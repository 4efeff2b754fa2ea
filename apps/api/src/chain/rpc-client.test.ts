import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { rpcClient } from "./rpc-client.ts";

const hash = `0x${"1".repeat(64)}` as const;

test("an answer that is no JSON-RPC answer is none, whatever was asked", async () => {
  const client = rpcClient(await aGatewayThatAnswers({ message: "busy" }));

  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow("holds no result");
  await expect(client.getCode({ address: `0x${"1".repeat(40)}` })).rejects.toThrow(
    "holds no result",
  );
});

async function aGatewayThatAnswers(body: object): Promise<string> {
  const server = createServer((_, response) => response.end(JSON.stringify(body)));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
