import { inTransaction } from "../../db/client.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { newReference } from "../../lib/references.ts";
import { sweep } from "../../lib/sweep.ts";
import type { Parts } from "../../ports/parts.ts";
import { ChainUnavailable } from "../../ports/settlement-chain.ts";
import { findInvoicesToCollect, takeCollection } from "../invoices/collect-invoice.ts";
import { collectUnderCap, findCapOf } from "./collect-under-cap.ts";
import { createSettlement } from "./create-settlement.ts";
import { hasLiveSettlement } from "./live-settlements.ts";

type CollectParts = Pick<Parts, "db" | "tenant" | "clock" | "collector" | "previousCollectors">;

/**
 * Makes a settlement for each renewal invoice that is due to be collected under a spending cap; the reconciler
 * drives it. The attempt and its settlement are one transaction, so of many processes one makes it, and none is
 * lost. What fails is tried again by the schedule (invoices/collection-schedule.ts), once the settlement before it
 * has failed for good; the contract settles an invoice once, whatever the reference.
 */
export async function collectDueInvoices(
  parts: CollectParts & Pick<Parts, "chain" | "log">,
): Promise<void> {
  const { chain, clock, db, log, tenant } = parts;
  const collector = parts.collector ?? parts.previousCollectors[0];
  if (collector === undefined) return;
  const validUntil = await chain.deadline().catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn({ reason: error.message }, "invoices are not collected: chain unavailable");
    return null;
  });
  if (validUntil === null) return;
  await sweep(
    () => findInvoicesToCollect({ db, tenant, now: clock.now() }),
    async (id) => {
      try {
        await collect(parts, id, { referenceHash: newReference(), validUntil });
      } catch (error) {
        // The attempt is used all the same, or it would stay first in line.
        await inTransaction(db, (tx) => takeCollection({ tx, tenant, now: clock.now() }, id));
        throw error;
      }
    },
    (error, id) => log.error({ err: error, id }, "invoice not collected"),
  );
}

function collect(
  { db, tenant, clock, ...collectors }: CollectParts,
  id: string,
  terms: { readonly referenceHash: Hex; readonly validUntil: bigint },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const invoice = await takeCollection({ tx, tenant, now }, id);
    if (invoice === null) return;
    const cap = await findCapOf({ ...collectors, db: tx }, invoice, now);
    // Nothing is made when the cap has run out, or while another settlement is under way.
    if (cap === null || (await hasLiveSettlement({ db: tx }, id))) return;
    const call = collectUnderCap(collectors, invoice, cap, terms);
    const { payerAddress, merchantAddress } = cap;
    const settlement = {
      invoiceId: id,
      referenceHash: terms.referenceHash,
      payerAddress: payerAddress as Hex,
      merchantAddress: merchantAddress as Hex,
    };
    await createSettlement({ tx, tenant, clock }, settlement, () => ({
      collect: "allowance",
      call,
      awaited: false,
    }));
  });
}
