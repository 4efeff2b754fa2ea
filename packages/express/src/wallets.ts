import type { UsanceClient } from "@usance/sdk";

/** Who pays for a call: ids of the service's records. */
export interface Subscriber {
  readonly userId: string;
  readonly subscriptionId: string;
  readonly balanceId: string;
}

/** So many wallets are remembered. */
const maxRemembered = 10_000;

/** So many of a wallet's newest payments are looked at. One that is not found pays again, and is found then. */
const maxLookedAt = 300;

/** Finds the subscribers that wallets have become by their first payment. */
export class Wallets {
  readonly #usance: Pick<UsanceClient, "x402Payments">;
  readonly #paymentPlanId: string;
  readonly #known = new Map<string, Subscriber>();

  constructor(usance: Pick<UsanceClient, "x402Payments">, paymentPlanId: string) {
    this.#usance = usance;
    this.#paymentPlanId = paymentPlanId;
  }

  /** @returns null if the wallet has not paid yet */
  async find(wallet: string): Promise<Subscriber | null> {
    const payerAddress = wallet.toLowerCase();
    const known = this.#known.get(payerAddress);
    if (known !== undefined) return known;
    const payments = this.#usance.x402Payments.list({ payerAddress, limit: 100 });
    let seen = 0;
    for await (const { paymentPlanId, userId, subscriptionId, balanceId } of payments) {
      seen += 1;
      if (seen > maxLookedAt) return null;
      if (paymentPlanId !== this.#paymentPlanId) continue;
      // Null: it is not confirmed yet, or has failed.
      if (userId === null || subscriptionId === null || balanceId === null) continue;
      const found = { userId, subscriptionId, balanceId };
      const [oldest] = this.#known.keys();
      if (oldest !== undefined && this.#known.size >= maxRemembered) this.#known.delete(oldest);
      this.#known.set(payerAddress, found);
      return found;
    }
    return null;
  }

  /** To be looked up again: its subscription has ended, or another one has started. */
  forget(wallet: string): void {
    this.#known.delete(wallet.toLowerCase());
  }
}
