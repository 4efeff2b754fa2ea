import { expect, test } from "vitest";
import { newReference } from "../harness/story.ts";
import { call } from "../processes/calls.ts";
import { aSettlement, aStage } from "./stage.ts";

/* Two processes on one database, with one signer. */

test("the same call on two processes at once is one row, one nonce and one transaction", async () => {
  const stage = await aStage();
  const [one, other] = await Promise.all([stage.start(), stage.start()]);
  const { settle } = await aSettlement(one);

  const answers = await Promise.all([settle(one), settle(other)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect(answers[0].body).toEqual(answers[1].body);
  expect(await stage.stored()).toMatchObject({ status: "CONFIRMED", signed: 1 });
  expect(await stage.transactions()).toBe(1);
  await stage.rest();
});

test("two references of one invoice on two processes at once: one settles, the other is 409", async () => {
  const stage = await aStage();
  const [one, other] = await Promise.all([stage.start(), stage.start()]);
  const { input, settle } = await aSettlement(one);
  const rival = { ...input, referenceHash: newReference() };

  const answers = await Promise.all([settle(), call(other, "POST", "/settlements", rival)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await stage.transactions()).toBe(1);
  await stage.rest();
});

test("many settlements at once on two processes use consecutive nonces", async () => {
  const stage = await aStage({ SETTLEMENT_TIMEOUT_MS: "30000" });
  const processes = await Promise.all([stage.start(), stage.start()]);
  const settlements = await Promise.all(
    Array.from({ length: 20 }, (_, index) => aSettlement(processes[index % 2] ?? processes[0])),
  );

  const answers = await Promise.all(settlements.map(({ settle }) => settle()));

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  const taken = await stage.sql<{ nonce: number }>("SELECT nonce FROM settlements ORDER BY nonce");
  const [first] = taken;
  expect(taken.map(({ nonce }) => nonce - (first?.nonce ?? 0))).toEqual([...Array(20).keys()]);
  await stage.rest();
});
