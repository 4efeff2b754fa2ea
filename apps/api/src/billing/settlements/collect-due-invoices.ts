import { inTransaction } from "../../db/client.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { newReference } from "../../lib/references.ts";
import { sweep } from "../../lib/sweep.ts";
import type { Parts } from "../../ports/parts.ts";
import { ChainUnavailable } from "../../ports/settlement-chain.ts";
import { findInvoicesToCollect, takeCollection } from "../invoices/collect-invoice.ts";
import { createSettlement } from "./create-settlement.ts";
import { hasLiveSettlement } from "./live-settlement.ts";
import { collectUnderCap, findCapOf } from "./prepare-collection.ts";

/**
 * The job's part in renewals: each renewal invoice that is to be collected under a spending cap gets a
 * settlement, which the reconciler takes to the chain. The attempt and its settlement are one
 * transaction, so that of many processes one makes it, and none is lost. What fails is tried again as
 * invoices/collection-schedule.ts says, once the attempt before it has failed for good; the contract settles an
 * invoice once, whatever the reference.
 */
export async function collectDueInvoices(parts: Parts): Promise<void> {
  const { chain, log } = parts;
  const collector = parts.collector ?? parts.previousCollectors[0];
  if (collector === undefined) return;
  const validUntil = await chain.deadline().catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn({ reason: error.message }, "invoices are not collected: chain unavailable");
    return null;
  });
  if (validUntil === null) return;
  await sweep(
    (after) =>
      findInvoicesToCollect({ db: parts.db, tenant: parts.tenant, now: parts.clock.now() }, after),
    async (id) => {
      try {
        await collect(parts, id, { referenceHash: newReference(), validUntil });
      } catch (error) {
        // The attempt is used up all the same, or it would be made again every minute.
        const { tenant, clock } = parts;
        await inTransaction(parts.db, (tx) => takeCollection({ tx, now: clock.now(), tenant }, id));
        throw error;
      }
    },
    (error, id) => log.error({ err: error, id }, "invoice not collected"),
  );
}

function collect(
  parts: Parts,
  id: string,
  terms: { readonly referenceHash: Hex; readonly validUntil: bigint },
): Promise<void> {
  return inTransaction(parts.db, async (db) => {
    const here = { ...parts, db };
    const { tenant, clock } = parts;
    const invoice = await takeCollection({ tx: db, now: clock.now(), tenant }, id);
    if (invoice === null) return;
    const cap = await findCapOf(here, invoice);
    // Without one that has not run out, or while it is settled otherwise, the attempt comes to nothing.
    if (cap === null || (await hasLiveSettlement(db, id))) return;
    const call = collectUnderCap(here, invoice, cap, terms);
    const { payerAddress, merchantAddress } = cap;
    const settlement = {
      invoiceId: id,
      referenceHash: terms.referenceHash,
      payerAddress: payerAddress as Hex,
      merchantAddress: merchantAddress as Hex,
    };
    await createSettlement(here, settlement, () => ({
      collect: "allowance",
      call,
      awaited: false,
    }));
  });
}
