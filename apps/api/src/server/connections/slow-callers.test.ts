import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { connectionsOf } from "./connections.ts";
import { endSlowReaders } from "./slow-callers.ts";

/** More than the network takes at once. */
const large = Buffer.alloc(32 * 1_048_576, "x");

async function aServer(maxMs: number) {
  const answers: ServerResponse[] = [];
  const server = createServer((_, res) => answers.push(res.end(large)));
  endSlowReaders(server, connectionsOf(server), maxMs);
  const { port } = await onFreePort(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { answers, port };
}

test("gives up a response that its reader drains too slowly", async () => {
  const { port, answers } = await aServer(100);
  const caller = connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void caller.destroy());
  caller.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

  let isOver = false;
  caller.once("close", () => {
    isOver = true;
  });
  while (!isOver) {
    caller.read(65_536);
    await sleep(20);
  }

  expect(answers.map(({ writableFinished }) => writableFinished)).toEqual([false]);
});
