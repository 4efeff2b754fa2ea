import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../api/test/processes/entry.ts";
import { startReceiver, verified } from "./receiver.ts";
import { relay } from "./relay.ts";

test("with --forward-to it needs no running listen and no service", async () => {
  const receiver = await startReceiver();
  const DATA_DIR = join(temporaryFolder(), "new");

  const program = relay(["trigger", "settlement.failed", "--forward-to", receiver.url], {
    DATA_DIR,
  });

  expect(await program.ended).toBe(0);
  const secret = readFileSync(join(DATA_DIR, "webhooks-signing-secret"), "utf8");
  expect(verified(secret, receiver.requests[0])).toMatchObject({
    type: "settlement.failed",
    test: true,
    data: { settlement: {} },
  });
});

test("if delivery fails, it prints the reason and exits with 1", async () => {
  const receiver = await startReceiver({ answer: () => 500 });
  const DATA_DIR = temporaryFolder();
  const send = ["trigger", "invoice.paid", "--forward-to", receiver.url];

  const refused = relay(send, { DATA_DIR });
  expect(await refused.ended).toBe(1);
  await receiver.close();
  const down = relay(send, { DATA_DIR });
  expect(await down.ended).toBe(1);

  expect(refused.out()).toMatch(/^\S+ {2}invoice\.paid +\w+ {2}500 {2}\d+ ms\n$/);
  expect(down.out()).toMatch(/ {2}The connection was refused\. {2}\d+ ms\n$/);
  expect(refused.err() + down.err()).toBe("");
});

test("the note of a killed listen is ignored", async () => {
  const receiver = await startReceiver();
  const DATA_DIR = temporaryFolder();
  const ended = relay(["trigger"], { DATA_DIR });
  await ended.ended;
  const note = { forwardTo: receiver.url, pid: ended.pid };
  writeFileSync(join(DATA_DIR, "webhooks-listening.json"), JSON.stringify(note));

  const program = relay(["trigger", "invoice.paid"], { DATA_DIR });

  expect(await program.ended).toBe(1);
  expect(program.err()).toMatch(/^`usance webhooks listen` is not running here\./);
  expect(receiver.requests).toEqual([]);
});
