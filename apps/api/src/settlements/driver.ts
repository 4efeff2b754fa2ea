import { ChainUnavailable } from "../chain/settlement-chain.ts";
import type { Parts } from "../parts.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { loadSettlement } from "./load-settlement.ts";
import { awaitsChain, resolve } from "./resolve-settlement.ts";
import type { SettlementRow } from "./store.ts";
import { submit } from "./submit-settlement.ts";

/** How long bytes are left to travel before they are sent again, in milliseconds. */
const resendAfterMs = 2_000;

/** Takes a settlement one step on at a time, and remembers what stood in the way last. */
export class Driver {
  readonly #parts: Parts;
  #sentAt = Number.NEGATIVE_INFINITY;
  #trouble: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What kept the chain from answering last, as a sentence for the caller. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** One step towards a decision. A chain that does not answer is asked again in the next one. */
  async step(settlement: SettlementRow): Promise<void> {
    try {
      if (settlement.status === "PENDING") await submit(this.#parts, settlement);
      await this.#resolveOrSend(await loadSettlement(this.#parts, settlement.id));
      this.#trouble = null;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      this.#trouble = error.message;
      const { id: settlementId } = settlement;
      this.#parts.log.warn({ settlementId, reason: error.message }, "chain unavailable");
    }
  }

  async #resolveOrSend(settlement: SettlementRow): Promise<void> {
    if (!awaitsChain(this.#parts, settlement)) return;
    if (await resolve(this.#parts, settlement)) return;
    if (performance.now() - this.#sentAt < resendAfterMs) return;
    this.#sentAt = performance.now();
    await this.#parts.chain.send(settlement.rawTransaction as Hex);
  }
}
