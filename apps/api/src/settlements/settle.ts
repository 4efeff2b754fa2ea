import { setTimeout as sleep } from "node:timers/promises";
import { ChainUnavailable } from "../chain/settlement-chain.ts";
import type { Parts } from "../parts.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { Refusal } from "../shared/refusal.ts";
import { within } from "../shared/time-limit.ts";
import { settlementNotFound } from "./errors.ts";
import { refuseSettlement, timeOutSettlement } from "./fail-settlement.ts";
import { awaitsChain, resolve } from "./resolve-settlement.ts";
import { findSettlement, type SettlementRow } from "./store.ts";
import { submit } from "./submit-settlement.ts";

/** Pauses between two looks at the chain, in milliseconds: from the first, half more each time. */
const firstPauseMs = 20;
const longestPauseMs = 1_000;
/** How long bytes are left to travel before they are sent again, in milliseconds. */
const resendAfterMs = 2_000;

/**
 * Drives a settlement until the chain has decided or the time limit has passed. Any number of
 * callers may drive the same one, in any number of processes: every step is a compare-and-set, and
 * the transaction is signed once and stored before it is sent.
 *
 * @returns the settlement as it stands then: CONFIRMED, FAILED or TIMED_OUT
 */
export async function settle(parts: Parts, id: string): Promise<SettlementRow> {
  const deadline = performance.now() + parts.settlementTimeoutMs;
  const driver = new Driver(parts, id);
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 1.5, longestPauseMs)) {
    await within(deadline - performance.now(), driver.step());
    const settlement = await load(parts, id);
    if (settlement.status === "CONFIRMED" || settlement.status === "FAILED") return settlement;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return giveUp(parts, settlement);
    await sleep(Math.min(pause, leftMs));
  }
}

class Driver {
  readonly #parts: Parts;
  readonly #id: string;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts, id: string) {
    this.#parts = parts;
    this.#id = id;
  }

  /** One step towards a decision. A chain that does not answer is asked again in the next one. */
  async step(): Promise<void> {
    try {
      const settlement = await load(this.#parts, this.#id);
      if (settlement.status === "PENDING") await submit(this.#parts, settlement);
      await this.#resolveOrSend(await load(this.#parts, this.#id));
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      this.#parts.log.warn({ settlementId: this.#id, reason: error.message }, "chain unavailable");
    }
  }

  async #resolveOrSend(settlement: SettlementRow): Promise<void> {
    if (!awaitsChain(settlement) || (await resolve(this.#parts, settlement))) return;
    if (performance.now() - this.#sentAt < resendAfterMs) return;
    this.#sentAt = performance.now();
    await this.#parts.chain.send(settlement.rawTransaction as Hex);
  }
}

async function giveUp(parts: Parts, settlement: SettlementRow): Promise<SettlementRow> {
  if (settlement.status === "PENDING") {
    await refuseSettlement(parts, settlement.id, "The settlement chain could not be reached.");
  } else {
    const seconds = parts.settlementTimeoutMs / 1_000;
    const why = `The settlement was not confirmed within ${seconds} s; it may still be.`;
    await timeOutSettlement(parts, settlement.id, why);
  }
  return load(parts, settlement.id);
}

async function load(parts: Parts, id: string): Promise<SettlementRow> {
  const settlement = await findSettlement(parts.db, id);
  if (settlement === null) throw new Refusal(settlementNotFound);
  return settlement;
}
