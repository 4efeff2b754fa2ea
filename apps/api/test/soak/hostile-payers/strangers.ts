import { setTimeout as sleep } from "node:timers/promises";
import { privateKeyToAccount } from "viem/accounts";
import { billOf } from "../../../src/invoices/bills/bill-document.ts";
import { Amount } from "../../../src/kit/money.ts";
import { sendFirst } from "../../harness/send-first.ts";
import { merchantAddress, payerAddress } from "../../harness/story.ts";
import { type Authorization, cancellationOf } from "../../harness/usdc.ts";
import type { Service } from "../service.ts";
import type { Stage } from "../stage.ts";
import type { Stranger } from "./cast.ts";
import { pay, prepare, type Signer, statusOf } from "./checkouts.ts";

/** The sessions that strangers attack. */
export interface Scene extends Pick<Stage, "rows" | "rpcUrl" | "problem"> {
  readonly service: Service;
  /** Open invoices of other sellers. */
  readonly othersInvoices: { readonly id: string }[];
  /** The number of results by kind of stranger and result, such as `burner sent`. */
  readonly acts: Map<string, number>;
}

/** How often a stranger checks whether its moment has come, and how often it tries. */
const pauseMs = 100;
const maxLooks = 150;
const maxTries = 6;

/** Attacks the payer of one session. */
export async function actAs(stranger: Stranger, scene: Scene, session: string): Promise<void> {
  const { kind } = stranger;
  const note = (how: string) => {
    const what = `${kind} ${how}`;
    scene.acts.set(what, (scene.acts.get(what) ?? 0) + 1);
  };
  switch (kind) {
    case "liar":
      return note(await liesTo(scene, session, stranger.wallet));
    case "forger":
      return note(
        await liesTo(scene, session, {
          ...stranger.payer,
          sign: async () => `0x${"11".repeat(65)}`,
        }),
      );
    case "burner": {
      const turn = () => stranger.wallet.behaveFirst("Burn", 13_000_000n);
      return note(await onceSent(scene, session, stranger.wallet, turn));
    }
    case "deploying burner": {
      const turn = () => stranger.burner.behaveFirst("Burn", 13_000_000n);
      return note(await onceSent(scene, session, stranger.payer, turn));
    }
    case "mover":
      return note(await onceSent(scene, session, stranger.payer, () => stranger.payer.spend("25")));
    case "canceller": {
      const cancel = async (authorization: Authorization) =>
        sendFirst(
          scene.rpcUrl,
          privateKeyToAccount(stranger.key),
          await cancellationOf(stranger.payer, authorization),
        );
      return note(await onceSent(scene, session, stranger.payer, cancel));
    }
    case "squatter":
      return note(await squats(scene, session));
  }
}

/** Repeats something that must never be accepted. */
async function liesTo(scene: Scene, session: string, by: Signer): Promise<string> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const signed = await prepare(scene.service, session, by);
    if ("status" in signed) return "late";
    const { status, body } = await pay(scene.service, session, signed);
    if (body.checkoutStatus?.status === "PAID") return "late";
    if (status === 200) scene.problem(`what ${by.address} has not signed was taken on`);
    await sleep(pauseMs);
  }
  return "refused";
}

/** Pays, and takes the money or the signature back once the payment is sent and before it is in a block. */
async function onceSent(
  { service }: Scene,
  session: string,
  by: Signer,
  takeBack: (signed: Authorization) => Promise<void>,
): Promise<string> {
  const signed = await prepare(service, session, by);
  if ("status" in signed) return "late";
  let tries = 0;
  while ((await pay(service, session, signed)).status !== 200) {
    tries += 1;
    if (tries === maxTries) return "refused";
    await sleep(pauseMs);
  }
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const { status, payment } = await statusOf(service, session);
    const isMine = payment?.payerAddress.toLowerCase() === by.address.toLowerCase();
    if (status === "PAID") return isMine ? "paid" : "late";
    if (!isMine || payment?.status === "FAILED") return "displaced";
    if (payment.status === "SUBMITTED") {
      await takeBack(signed.authorization);
      return "sent";
    }
    await sleep(pauseMs);
  }
  return "waited in vain";
}

/** Settles its own invoice under the reference of the session's payment, which anyone who knows the invoice can compute. */
async function squats(
  { service, rows, othersInvoices, problem }: Scene,
  session: string,
): Promise<string> {
  const invoice = othersInvoices.pop();
  if (invoice === undefined) throw new Error("There is an invoice for each squatter.");
  const [row] = await rows<{ id: string; serviceId: string; amount: string }>(
    `SELECT session.invoice_id AS id, session.service_id AS "serviceId", plan.amount
       FROM checkout_sessions session JOIN payment_plans plan ON plan.id = session.payment_plan_id
      WHERE session.id = $1`,
    [session],
  );
  if (row === undefined) throw new Error("Every session has a plan.");
  const { id, serviceId } = row;
  const amount = new Amount(row.amount);
  const of = { id, serviceId, subscriptionId: null, amount, currency: "USDC" };
  const referenceHash = billOf(of).billHash;
  const settlement = { invoiceId: invoice.id, referenceHash, payerAddress, merchantAddress };
  const { status, body } = await service.told("POST", "/settlements", settlement);
  if (status >= 300) problem(`a squatter's own invoice was not settled: ${status} ${body.error}`);
  return "settled";
}
