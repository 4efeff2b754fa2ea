import { createServer, type RequestListener } from "node:http";
import { BaseError, HttpRequestError, RpcRequestError } from "viem";
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

test("a request is JSON-RPC, to the address's path and query and with its login", async () => {
  const asked: object[] = [];
  const url = await aNode((request, response) => {
    const { method, url: path, headers } = request;
    const { authorization, "content-type": type } = headers;
    request.setEncoding("utf8").on("data", (body: string) => {
      asked.push({ method, path, authorization, type, ...JSON.parse(body) });
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x10"}');
    });
  });
  const client = rpcClient(`${url.replace("://", "://us%40er:pass@")}/v2/key?a=b`);

  expect(await client.getBlockNumber()).toBe(16n);
  expect(asked).toEqual([
    {
      method: "eth_blockNumber",
      path: "/v2/key?a=b",
      authorization: `Basic ${btoa("us@er:pass")}`,
      type: "application/json",
      jsonrpc: "2.0",
      id: 1,
    },
  ]);
});

test("an error of JSON-RPC is the node's, whatever the status", async () => {
  for (const status of [200, 400]) {
    const url = await aNode((_, response) => {
      response.writeHead(status).end('{"error":{"code":-32000,"message":"nonce too low"}}');
    });
    const error = await rpcClient(url).getBlockNumber().catch(walked(RpcRequestError));
    expect(error).toMatchObject({ code: -32_000, details: "nonce too low" });
  }
});

test("another status than 2xx, a page, half an answer and no connection are errors of HTTP", async () => {
  const error = async (listener: RequestListener) =>
    rpcClient(await aNode(listener))
      .getBlockNumber()
      .catch(walked(HttpRequestError));

  expect(await error((_, response) => response.writeHead(404).end("gone"))).toMatchObject({
    status: 404,
    details: "gone",
  });
  expect(await error((_, response) => response.end("<html>"))).toBeInstanceOf(HttpRequestError);
  expect(await error((_, response) => response.end('{"jsonrpc":"2.0","id":1,"res'))).toBeInstanceOf(
    HttpRequestError,
  );
  expect(await error(({ socket }) => socket.destroy())).toBeInstanceOf(HttpRequestError);
});

const walked = (type: typeof RpcRequestError | typeof HttpRequestError) => (error: unknown) =>
  error instanceof BaseError ? error.walk((one) => one instanceof type) : error;

const aGatewayThatAnswers = (body: object) =>
  aNode((_, response) => response.end(JSON.stringify(body)));

async function aNode(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { url } = await onFreePort(server);
  return url;
}
