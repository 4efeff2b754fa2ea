import { settlementRegistryAbi } from "@usance/contracts";
import { keccak256, parseEventLogs, stringToBytes } from "viem";
import { sentBy } from "../../harness/sent.ts";
import type { Counts } from "../define-soak.ts";
import type { Stage } from "../stage.ts";

export interface Bounds {
  /** SETTLEMENT_MAX_GAS */
  readonly maxGas: bigint;
  /** CHECKOUT_FAILURE_GAS */
  readonly failureGas: bigint;
}

/** How many contracts that never paid a service accepts in an hour beyond its budget (SECURITY.md). */
const pastBudget = 3n;
/**
 * The gas that an account with a key can burn with one attempt: the collector checks before it writes
 * (SECURITY.md).
 */
const maxOfAccount = 70_000n;

/** Every session was paid once. */
export async function judgeSessions(
  { rows, problem, rpcUrl }: Stage,
  signer: `0x${string}`,
  sessions: readonly string[],
): Promise<void> {
  const found = await rows<{ id: string; status: string; invoice: string; paid: string }>(
    `SELECT s.id, s.status, s.invoice_id AS invoice, coalesce(i.status::text, 'none') AS paid
       FROM checkout_sessions s LEFT JOIN invoices i ON i.id = s.invoice_id WHERE s.id = ANY($1)`,
    [sessions],
  );
  const events = parseEventLogs({
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    logs: (await sentBy(rpcUrl, signer)).flatMap(({ logs }) => logs),
  });
  if (found.length !== sessions.length) problem(`${found.length} of ${sessions.length} sessions`);
  for (const { id, status, invoice, paid } of found) {
    const hash = keccak256(stringToBytes(invoice));
    const count = events.filter(({ args }) => args.invoiceHash === hash).length;
    if (status !== "PAID" || paid !== "PAID" || count !== 1) {
      problem(`session ${id} is ${status}, its invoice ${paid}, with ${count} events`);
    }
  }
}

interface Attempt {
  readonly hash: string;
  readonly service: string;
  /** Whether its payer is a contract, or would be deployed as one. */
  readonly ranCode: boolean;
}

/** The burned gas is within the documented limit. */
export async function judgeGas(
  { rows, problem, rpcUrl }: Stage,
  signer: `0x${string}`,
  { maxGas, failureGas }: Bounds,
): Promise<Counts> {
  const attempts = await attemptsOf(rows);
  const sent = await sentBy(rpcUrl, signer);
  const failed = sent.filter(({ status }) => status === "reverted");
  const ofContracts = new Map<string, bigint>();
  let burned = 0n;
  for (const { hash, gasUsed, gasLimit } of failed) {
    const attempt = attempts.get(hash);
    burned += gasUsed;
    if (gasLimit > maxGas) problem(`${hash} was sent with a gas limit of ${gasLimit}`);
    if (attempt === undefined) problem(`${hash} has failed and is no attempt`);
    else if (attempt.ranCode) {
      ofContracts.set(attempt.service, (ofContracts.get(attempt.service) ?? 0n) + gasUsed);
    } else if (gasUsed > maxOfAccount) problem(`${hash} of an account has burned ${gasUsed}`);
  }
  for (const [service, gas] of ofContracts) {
    if (gas > failureGas + pastBudget * maxGas) {
      problem(`contracts have burned ${gas} gas of service ${service}`);
    }
  }
  const max = [...ofContracts.values()].reduce((one, other) => (one > other ? one : other), 0n);
  return [
    ["transactions sent", sent.length],
    ["failed on the chain", failed.length],
    ["gas of those", `${burned} of ${BigInt(failed.length) * maxGas} at most`],
    ["by contracts, a service", `${max} of ${failureGas + pastBudget * maxGas} at most`],
  ];
}

async function attemptsOf(rows: Stage["rows"]): Promise<ReadonlyMap<string, Attempt>> {
  const attempts = await rows<Attempt>(
    `SELECT t.hash, s.service_id AS service, s.gas_at_risk IS NOT NULL AS "ranCode"
       FROM settlement_transactions t JOIN settlements s ON s.id = t.settlement_id
      WHERE s.payer_key IS NOT NULL`,
  );
  return new Map(attempts.map((attempt) => [attempt.hash, attempt]));
}
