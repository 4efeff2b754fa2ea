import type { z } from "zod";
import { askChain } from "../chain/chain-errors.ts";
import { inTransaction } from "../db/client.ts";
import type { X402Payment } from "../db/generated/client.ts";
import { request } from "../kit/fields.ts";
import { queryByPost, read, write } from "../operation/define.ts";
import type { Keyed, MultiCommitWrite } from "../operation/work.ts";
import { factsOf } from "../schemas/settlement-states.ts";
import { chainDoesNotAnswer } from "../schemas/settlements.ts";
import { X402Request, X402Settled, X402Supported, X402Verified } from "../schemas/x402.ts";
import { drive } from "../settlements/engine/settle.ts";
import { getCurrentSettlement } from "../settlements/load-settlement.ts";
import { alreadyAnswered, NotPayable, pending } from "./not-payable.ts";
import { proveTransfer, reasonOf } from "./prove-transfer.ts";
import { networkOf, type ReadPayment, readPayment } from "./read-payment.ts";
import { admit, findSame, isUnderWay, mayBePaid, takeOn } from "./settle-payment.ts";
import { claimAnswer, isAnswered, noteAnswer } from "./store.ts";

export const supportedX402 = read("GET /x402/supported", {
  name: "x402.supported",
  summary: "Get what can be settled",
  description:
    "What a resource server asks its facilitator at start. There is one kind: x402 version 2, scheme `exact`, on the settlement chain, by EIP-3009.",
  input: request({}).prefault({}),
  output: X402Supported,
  run: async ({ collector, executor }): Promise<z.input<typeof X402Supported>> => {
    if (collector === null) return { kinds: [], extensions: [], signers: {} };
    const [{ operators }, domain] = await askChain(
      Promise.all([executor.operators(), collector.tokenDomain()]),
    );
    const extra = { asset: collector.token, ...domain };
    return {
      kinds: [{ x402Version: 2, scheme: "exact", network: networkOf(collector), extra }],
      extensions: ["payment-identifier"],
      signers: { "eip155:*": operators.map(({ address }) => address) },
    };
  },
  refusals: { chainDoesNotAnswer },
});

type Verified = z.input<typeof X402Verified>;
type Settled = z.input<typeof X402Settled>;

/** Writes nothing. */
export const verifyX402 = queryByPost("POST /x402/verify", {
  name: "x402.verify",
  summary: "Verify a payment",
  description:
    "Whether `POST /x402/settle` would settle the payment now. It is simulated on the chain. A payment whose success was not answered yet is valid: send it to `POST /x402/settle`. What is not valid is answered with 200 and a reason, as the protocol wants it.",
  input: X402Request,
  output: X402Verified,
  refusals: { chainDoesNotAnswer },
  run: async (work, asked): Promise<Verified> => {
    let payer: string | undefined;
    try {
      const payment = readPayment(work, asked);
      payer = payment.payer;
      const known = await findSame(work, payment);
      if (known !== null && known.deliveredAt !== null) throw alreadyAnswered();
      if (known === null || !(await isUnderWay(work, known))) {
        const proven = await proveTransfer(work, payment, known);
        await inTransaction(work.db, (tx) => admit({ ...work, tx }, payment, proven));
      }
      return { isValid: true, payer };
    } catch (error) {
      const { reason, message } = orThrow(error);
      return { isValid: false, invalidReason: reason, invalidMessage: message, payer };
    }
  },
});

export const settleX402 = write("POST /x402/settle", {
  name: "x402.settle",
  summary: "Settle a payment",
  description:
    "Carries the payer's transfer out, records it on the chain, and waits for that, usually up to 20 s. The commit that confirms it makes the wallet a user with a subscription to the plan, tops its balance up by an invoice that is `PAID`, and charges the usage event to it. Every call with the same payment joins it: one response has `success: true`. If that was not sent, for example because the connection had broken, the next call gets it. `settlement_pending` says that the chain has not decided: send the same again. A payment that the chain would refuse is answered with 200 and a reason, and costs no gas.",
  input: X402Request,
  output: X402Settled,
  refusals: { chainDoesNotAnswer },
  transaction: "own",
  isKeyedByInput: true,
  run: async (work, asked): Promise<Settled> => {
    const { network } = asked.paymentRequirements;
    let payment: ReadPayment | null = null;
    try {
      payment = readPayment(work, asked);
      return await settled(work, payment, await takeOn(work, payment));
    } catch (error) {
      return { ...failed(payment, orThrow(error)), network };
    }
  },
});

function orThrow(error: unknown): NotPayable {
  if (!(error instanceof NotPayable)) throw error;
  return error;
}

const failed = (
  payment: ReadPayment | null,
  { reason, message }: NotPayable,
  transaction = "",
) => ({
  success: false,
  errorReason: reason,
  errorMessage: message,
  payer: payment?.payer,
  transaction,
});

/** Waits for a payment that was taken on. */
async function settled(
  work: MultiCommitWrite,
  payment: ReadPayment,
  taken: X402Payment,
): Promise<Settled> {
  const { network, payer, value } = payment;
  const answer = await waitFor(work, taken);
  const transaction = answer.transactionHash ?? "";
  const { verdict } = factsOf(answer.status);
  if (verdict === "recorded") {
    const why = await claim(work, taken);
    if (why !== null) return { ...failed(payment, why, transaction), network };
    return { success: true, payer, transaction, network, amount: String(value) };
  }
  const reason = reasonOf(answer.failure ?? "", "invalid_exact_evm_transaction_failed");
  const isOpen = verdict === null || mayBePaid(answer);
  const why = isOpen ? pending() : new NotPayable(reason, "The chain has refused the payment.");
  return { ...failed(payment, why, transaction), network };
}

/** Drives the payment's settlement until the chain has decided, or as long as a call waits. */
async function waitFor(work: MultiCommitWrite, { invoiceId }: X402Payment) {
  const deadline = performance.now() + work.x402.settleWaitMs;
  for (;;) {
    const current = await getCurrentSettlement(work, invoiceId);
    if (current === null) throw new Error(`The payment of ${invoiceId} has a settlement.`);
    const leftMs = deadline - performance.now();
    if (factsOf(current.status).verdict !== null || leftMs <= 0) return current;
    await drive(work, current.id, leftMs);
  }
}

/**
 * Claims the answer that a payment is paid. It counts as given once the response was sent.
 *
 * @returns why it cannot be given now; null: it can
 */
async function claim(
  { db, clock, log, reply }: Pick<Keyed, "db" | "clock" | "log" | "reply">,
  { id }: X402Payment,
): Promise<NotPayable | null> {
  const claimedAt = clock.now();
  if (!(await claimAnswer(db, id, claimedAt))) {
    return (await isAnswered(db, id)) ? alreadyAnswered() : pending();
  }
  reply.ended = (wasSent) => {
    noteAnswer(db, { id, claimedAt }, wasSent ? clock.now() : null).catch((error: unknown) => {
      log.error({ err: error, id }, "the answer to a payment was not noted");
    });
  };
  return null;
}
