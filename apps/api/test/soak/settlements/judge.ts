import { readFile } from "node:fs/promises";
import { publicDevAccount } from "@usance/local-stack";
import type { Client } from "pg";
import { contradictions } from "../../harness/oracle.ts";
import { apiKey } from "../environment.ts";
import type { Told } from "./callers.ts";
import { addressCanary } from "./faulty-rpc.ts";
import type { Stage } from "./stage.ts";

/** Compares what the service has promised with the final state. @returns a sentence for each difference */
export async function judge(
  stage: Stage,
  database: Client,
  told: Told,
): Promise<readonly string[]> {
  return [
    ...(await contradictions({ ...stage, rpcUrl: stage.anvil.url })),
    ...(await brokenPromises(database, told)),
    ...(await unfinished(database)),
    ...(await secretsIn(stage.logFiles)),
  ];
}

/** Every settlement that was reported as settled is settled. */
export async function brokenPromises(
  database: Client,
  { settled }: Pick<Told, "settled">,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string; reference: string }>(
    "SELECT id, reference_key AS reference FROM settlements WHERE status = 'CONFIRMED'",
  );
  const confirmed = new Map(rows.map(({ id, reference }) => [reference, id]));
  return [...settled]
    .filter(([reference, id]) => confirmed.get(reference) !== id)
    .map(([reference, id]) => `${reference} was answered as settled by ${id}, which it is not`);
}

/** Every settlement is final, every signed one is confirmed, and each has its events once. */
export async function unfinished(database: Client): Promise<string[]> {
  const { rows: open } = await database.query<{ id: string; status: string; failure: string }>(
    `SELECT id, status, failure FROM settlements
      WHERE status NOT IN ('CONFIRMED', 'FAILED') OR status = 'FAILED' AND nonce IS NOT NULL`,
  );
  const { rows: events } = await database.query<{ id: string; confirmed: string }>(
    `SELECT id, (SELECT coalesce(sum(CASE type WHEN 'settlement.confirmed' THEN 1
                                               WHEN 'settlement.reorged' THEN -1 ELSE 0 END), 0)
                   FROM webhook_events WHERE data->'settlement'->>'id' = settlements.id) AS confirmed
       FROM settlements WHERE status = 'CONFIRMED'`,
  );
  const { rows: halted } = await database.query<{ address: string }>(
    "SELECT address FROM signers WHERE halted_at IS NOT NULL",
  );
  return [
    ...open.map(({ id, status, failure }) => `settlement ${id} is left ${status}: ${failure}`),
    ...events
      .filter(({ confirmed }) => confirmed !== "1")
      .map(({ id, confirmed }) => `the events of settlement ${id} confirm it ${confirmed} times`),
    ...halted.map(({ address }) => `signer ${address} has halted`),
  ];
}

/** No line of a log contains a secret. */
async function secretsIn(logFiles: readonly string[]): Promise<string[]> {
  const secrets = {
    "the signer's key": publicDevAccount.privateKey.slice(2),
    "the API key": apiKey,
    "the RPC address": addressCanary,
  };
  const logs = await Promise.all(logFiles.map((file) => readFile(file, "utf8")));
  return Object.entries(secrets)
    .filter(([, secret]) => logs.some((log) => log.includes(secret)))
    .map(([what]) => `${what} is in a log`);
}
