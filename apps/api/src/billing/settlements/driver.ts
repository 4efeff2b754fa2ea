import type { Parts } from "../../ports/parts.ts";
import { ChainUnavailable } from "../../ports/settlement-chain.ts";
import { halt, KeyUsedElsewhere } from "../signers/signers.ts";
import { pushDirect } from "./direct-execution.ts";
import { pushProvider } from "./provider-execution.ts";
import { isOnOurChain, resolve } from "./resolve-settlement.ts";
import type { TrackedSettlement } from "./store.ts";
import { submit } from "./submit-settlement.ts";

/** How long what was sent is left to itself before it is sent again, in milliseconds. */
const resendAfterMs = 2_000;

/** Takes a settlement one step on at a time, and remembers what stood in the way last. */
export class Driver {
  readonly #parts: Parts;
  readonly #thorough: boolean;
  #sentAt = Number.NEGATIVE_INFINITY;
  #trouble: string | null = null;

  /** @param options.thorough finds out also whether it can still land at all, which costs more */
  constructor(parts: Parts, { thorough }: { readonly thorough: boolean }) {
    this.#parts = parts;
    this.#thorough = thorough;
  }

  /** What kept the chain from answering last, as a sentence for the caller. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /**
   * One step towards a decision. A chain that does not answer is asked again in the next one.
   *
   * @returns the settlement when the step has submitted it; "decided" when the chain has; null when
   *   neither is so
   */
  async step(settlement: TrackedSettlement): Promise<TrackedSettlement | "decided" | null> {
    try {
      if (settlement.status === "PENDING") return await this.#submitAndSend(settlement);
      if (await this.#resolveOrSend(settlement)) return "decided";
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      if (error instanceof KeyUsedElsewhere) await halt(this.#parts, error.signer);
      this.#trouble = error.message;
      const { id: settlementId } = settlement;
      this.#parts.log.warn({ settlementId, reason: error.message }, "chain unavailable");
    }
    return null;
  }

  async #submitAndSend(pending: TrackedSettlement): Promise<TrackedSettlement | null> {
    const submitted = await submit(this.#parts, pending);
    if (submitted !== null) await this.#send(submitted);
    return submitted;
  }

  async #resolveOrSend(settlement: TrackedSettlement): Promise<boolean> {
    if (!isOnOurChain(this.#parts, settlement)) return false;
    if (await resolve(this.#parts, settlement, { thorough: this.#thorough })) return true;
    if (performance.now() - this.#sentAt >= resendAfterMs) await this.#send(settlement);
    // Otherwise what kept it from being sent holds on: nothing else was tried.
    return false;
  }

  async #send(settlement: TrackedSettlement): Promise<void> {
    this.#sentAt = performance.now();
    if (settlement.executor === "provider") await pushProvider(this.#parts, settlement);
    else await pushDirect(this.#parts, settlement);
    this.#trouble = null;
  }
}
