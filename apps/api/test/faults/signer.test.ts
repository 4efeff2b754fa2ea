import { publicDevAccount } from "@usance/local-stack";
import { expect, test } from "vitest";
import { registryPause } from "../harness/chain.ts";
import { until } from "../harness/until.ts";
import { aSettlement, aStage, type Process, type Stage, useKeyElsewhere } from "./stage.ts";

/* Calls that the chain refuses, and their effect on the sending account. */

const { address } = publicDevAccount;

const readiness = async (service: Process) => {
  const response = await fetch(`${service.url}/ready`);
  return { status: response.status, ...((await response.json()) as { reasons: string[] }) };
};

const isWaiting = (stage: Stage) =>
  until(async () => {
    const { pending } = (await stage.chain("txpool_status")) as { pending: string };
    return Number(pending) === 1;
  });

test("a settlement refused by the contract on the chain fails with its error, and leaves no nonce gap", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  const next = await aSettlement(service);
  const chain = { anvil: { url: stage.anvilUrl }, contract: stage.contract } as never;
  await stage.chain("evm_setAutomine", false);
  const answer = settle();
  await isWaiting(stage);

  // It is mined first, since it offers a higher fee.
  await registryPause(chain, true, { tip: 100 });
  await stage.chain("anvil_mine");
  await stage.chain("evm_setAutomine", true);

  expect(await answer).toMatchObject({ status: 500, body: { error: "EnforcedPause()" } });
  expect(await stage.stored()).toMatchObject({ status: "FAILED", invoice: "OPEN" });
  await registryPause(chain, false);
  expect((await settle()).status).toBe(201);
  expect((await next.settle()).status).toBe(201);
  await stage.rest();
});

test("a transaction that succeeds without the event fails, with an alarm", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  await stage.chain("evm_setAutomine", false);
  const answer = settle();
  await isWaiting(stage);
  const code = await stage.chain("eth_getCode", stage.contract, "latest");

  await stage.chain("anvil_setCode", stage.contract, "0x00"); // does nothing, and succeeds
  await stage.chain("anvil_mine");
  await stage.chain("evm_setAutomine", true);

  expect(await answer).toMatchObject({
    status: 500,
    body: { error: "SettlementRecorded was not found in the transaction's receipt." },
  });
  expect(await stage.stored()).toMatchObject({ status: "FAILED", invoice: "OPEN" });
  await until(() =>
    service.out().includes("ALARM: a settlement's transaction succeeded without its event"),
  );
  await stage.chain("anvil_setCode", stage.contract, code);
  expect((await settle()).status).toBe(201);
  await stage.rest();
});

test("a key used by somebody else signs nothing more, and readiness reports it", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const first = await aSettlement(service);
  expect((await first.settle()).status).toBe(201);
  expect(await readiness(service)).toMatchObject({ status: 200, reasons: [] });

  await useKeyElsewhere(stage, address);

  const second = await aSettlement(service);
  const refused = await second.settle();
  expect(refused.status).toBe(500);
  expect(refused.body.error).toContain("used by somebody else");
  expect(await stage.transactions()).toBe(2);
  const other = await stage.start();
  for (const process of [service, other]) {
    await until(async () => (await readiness(process)).status === 503);
    const { reasons } = await readiness(process);
    expect(reasons).toEqual([
      `The settlement signer ${address} has halted: its key was used by somebody else.`,
    ]);
    expect((await (await aSettlement(process)).settle()).status).toBe(500);
  }
  expect(await stage.transactions()).toBe(2);
});

test("a nonce used by somebody else fails the settlement signed with it, and halts the signer", async () => {
  const stage = await aStage({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  stage.proxy.fault = ({ method }) => (method === "eth_sendRawTransaction" ? "busy" : null);
  expect((await settle()).status).toBe(500);

  await useKeyElsewhere(stage, address);
  stage.proxy.fault = null;

  expect(await stage.becomes("FAILED")).toMatchObject({
    invoice: "OPEN",
    failure: "Another transaction has used the settlement's nonce.",
  });
  expect(await readiness(service)).toMatchObject({ status: 503 });
  await stage.rest();
});

test("without gas money a settlement waits, readiness reports it, and both recover after funding", async () => {
  const stage = await aStage({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  await stage.chain("anvil_setBalance", address, "0x0");

  const answer = await settle();

  expect(answer).toMatchObject({
    status: 500,
    body: {
      error:
        "The settlement was not confirmed within 1.5 s; it may still be. The settlement signer cannot pay for the transaction.",
    },
  });
  expect(await stage.stored()).toMatchObject({ status: "TIMED_OUT", signed: 1 });
  const { status, reasons } = await readiness(service);
  expect(status).toBe(503);
  expect(reasons).toEqual([expect.stringContaining(`${address} cannot pay for gas`)]);

  await stage.chain("anvil_setBalance", address, "0xde0b6b3a7640000");

  expect(await stage.becomes("CONFIRMED")).toMatchObject({ invoice: "PAID", signed: 1 });
  await until(async () => (await readiness(service)).status === 200);
  await stage.rest();
});
