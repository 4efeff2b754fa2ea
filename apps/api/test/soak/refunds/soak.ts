import { setTimeout as sleep } from "node:timers/promises";
import { publicDevAccount } from "@usance/local-stack";
import { deployCollector } from "../../../src/cli/dev/deploy-collector.ts";
import { formatAmount, toAmount } from "../../../src/kit/money.ts";
import { balanceOf } from "../../harness/payer.ts";
import { payments } from "../../harness/service.ts";
import { merchantAddress, newReference, payerAddress } from "../../harness/story.ts";
import { rpc } from "../../processes/calls.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import { type Service, serviceOf } from "../hostile-payers/service.ts";
import type { Random } from "../random.ts";
import { type Counts, listed } from "../report.ts";
import { prepareInvoices } from "../settlements/prepare-invoices.ts";
import { type SoakChain, startSoakChain } from "../settlements/soak-chain.ts";
import { onStage, replicas, type Scenery, type Stage } from "../stage.ts";
import { judgeRefunds } from "./judge.ts";
import type { RefundsOptions } from "./options.ts";
import {
  payUntilFinal,
  type SellersWallet,
  type StartedRefund,
  sellersWallet,
  startRefund,
} from "./sellers.ts";

/** Deeper than any reorganization of the soak, in blocks. */
const finality = 12;
const deepest = 5;
/** The longest life of a process, and the longest pause between two happenings, in milliseconds. */
const longestLifeMs = 3_000;
const longestPauseMs = 1_500;
/** Within how long every refund must be final once nothing goes wrong any more, in milliseconds. */
const patienceMs = 180_000;
/** Of each refund, and what a wallet has, in USDC. */
const amount = "0.125";
const purse = "1";
const { address: operator, privateKey } = publicDevAccount;

/**
 * Has sellers pay refunds from their wallets, some with a rival who pays the same refund, while processes are killed between
 * any two steps, the chain is reorganized and its node drops transactions. In the end each refund must be recorded once: on the
 * chain, in the database and in the events.
 */
export function soakRefunds(options: RefundsOptions): Promise<SoakResult> {
  const environment = { ...payments, SETTLEMENT_FINALITY: String(finality) };
  const setting = {
    seed: options.seed,
    settings: { max_connections: 300 },
    cast: async ({ rpcUrl, contract: registry }: Scenery) => {
      await deployCollector(rpcUrl, { registry, admins: [privateKey], operator });
      return replicas(options.processes, { environment });
    },
  };
  return onStage(setting, (stage) => play(stage, options));
}

async function play(stage: Stage, options: RefundsOptions): Promise<Counts> {
  const { database, problem, processes, random, rpcUrl } = stage;
  const service = serviceOf(processes, random.fork());
  const creditNotes = await issueCreditNotes(stage, service, options.refunds);
  const wallets: SellersWallet[][] = [];
  for (const _ of creditNotes) {
    const own = [await sellersWallet(rpcUrl, purse)];
    if (random.chance(0.3)) own.push(await sellersWallet(rpcUrl, purse));
    wallets.push(own);
  }
  // The payments themselves are not to be undone.
  await rpc(rpcUrl, "anvil_mine", [2 * finality]);
  const before = await payersBalance(rpcUrl);

  const chain = await startSoakChain({ url: rpcUrl });
  const refunds: StartedRefund[] = [];
  const ended = new AbortController();
  const isFinalOf = (id: string) => async () => ended.signal.aborted || isFinal(stage, id);
  try {
    const paid = creditNotes.map(async (creditNoteId, place) => {
      const refund = await startRefund(service, creditNoteId);
      refunds.push(refund);
      const payers = (wallets[place] ?? []).map((wallet) => ({
        wallet,
        random: random.fork(),
        isFinal: isFinalOf(creditNoteId),
      }));
      await Promise.all(payers.map((payer) => payUntilFinal(service, refund, payer)));
    });
    await happen(stage, chain, options, random.fork());
    await Promise.all(processes.map((process) => process.up()));
    // That time passes is all that would come of waiting for the leases of those that were killed.
    await database.query(
      "UPDATE refunds SET next_check_at = now() WHERE next_check_at IS NOT NULL",
    );
    const late = sleep(patienceMs, "late", { signal: ended.signal }).catch(() => null);
    if ((await Promise.race([Promise.all(paid), late])) === "late") {
      problem("not every refund came to an end");
    }
    ended.abort();
    await Promise.all(paid);
  } finally {
    ended.abort();
    await chain.stop();
  }
  for (const what of await judgeRefunds(stage, refunds)) problem(what);
  const expected = toAmount(before).plus(toAmount(amount).times(refunds.length));
  const after = await payersBalance(rpcUrl);
  if (after !== formatAmount(expected)) {
    problem(`the payer has ${after} USDC and must have ${formatAmount(expected)}`);
  }
  return countsOf(stage, options, service);
}

/** Credit notes of paid invoices. */
async function issueCreditNotes(
  { urls, problem }: Stage,
  { told }: Service,
  count: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { id: invoiceId } of await prepareInvoices(urls[0] ?? "", apiKey, count)) {
    const referenceHash = newReference();
    const settlement = { invoiceId, referenceHash, payerAddress, merchantAddress };
    const { status } = await told("POST", "/settlements", settlement);
    if (status !== 201) problem(`invoice ${invoiceId} was settled with ${status}`);
    const of = { amount, reason: "Outage" };
    const { body } = await told("POST", `/invoices/${invoiceId}/credit-notes`, of);
    ids.push(body.creditNote.id);
  }
  return ids;
}

async function isFinal({ database }: Stage, creditNoteId: string): Promise<boolean> {
  const { rows } = await database.query<{ final: boolean }>(
    `SELECT status = 'CONFIRMED' AND next_check_at IS NULL AS final
       FROM refunds WHERE credit_note_id = $1`,
    [creditNoteId],
  );
  return rows[0]?.final ?? false;
}

const payersBalance = (rpcUrl: string) => balanceOf({ anvil: { url: rpcUrl } }, payerAddress);

/** Kills processes and moves the chain, in an order that is drawn from the seed. */
async function happen(
  { processes }: Stage,
  chain: SoakChain,
  { kills, reorgs }: RefundsOptions,
  random: Random,
): Promise<void> {
  const times = (count: number, make: () => () => Promise<unknown>) =>
    Array.from({ length: count }, make);
  const happenings = random.shuffled([
    ...times(kills, () => {
      const [process, livesMs] = [random.oneOf(processes), random.integer(0, longestLifeMs)];
      return () => process.killAndStart(livesMs);
    }),
    ...times(reorgs, () => {
      const depth = random.integer(1, deepest);
      return () => chain.reorganize(depth);
    }),
    ...times(Math.ceil(reorgs / 2), () => () => chain.dropWaiting()),
  ]);
  for (const happening of happenings) {
    await sleep(random.integer(0, longestPauseMs));
    await happening();
  }
}

async function countsOf(
  { database }: Stage,
  { refunds, kills, reorgs }: RefundsOptions,
  { answers }: Service,
): Promise<Counts> {
  const events = async (type: string) => {
    const sql = "SELECT count(*) AS count FROM webhook_events WHERE type = $1";
    return String((await database.query(sql, [type])).rows[0].count);
  };
  return [
    ["refunds", String(refunds)],
    ["kills", String(kills)],
    ["reorganizations", String(reorgs)],
    ["refunds confirmed", await events("credit_note.refunded")],
    ["confirmed ones taken back", await events("credit_note.refund_reorged")],
    ["answers", listed(answers)],
  ];
}
