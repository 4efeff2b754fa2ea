import { createHash } from "node:crypto";
import type { Call } from "./explain.ts";
import { type Id, known, newestFirst, type World } from "./world.ts";

/** The state of a run: its two sellers, the model's world, and the requests so far. */
export interface Scene {
  /** A part of the e-mail addresses, keys and references of this run, which no other run has. */
  readonly run: string;
  readonly sellers: { readonly id: Id }[];
  readonly history: Call[];
  /** The events of a run, one line each, to find the cause of a failure. */
  readonly told: string[];
  world: World;
}

/** An id that no record has. */
const unknownId = "k3v9x2m7q1t8w5z4b6n0c8r1";

/** The place of an unknown id. */
export const nowhere = -1;

/**
 * Finds the records of a call. A place counts from the newest record, and starts again after the oldest. The owner
 * of the first record makes the call.
 */
export class Pick {
  readonly scene: Scene;
  owner: Id | null = null;

  constructor(scene: Scene) {
    this.scene = scene;
  }

  service = (place: number) => {
    const service = at(this.scene.world.services.values(), place);
    if (service !== undefined) this.owner ??= service.ownerId;
    return service;
  };
  plan = (place: number) => this.#ofService(at(this.scene.world.plans.values(), place));
  session = (place: number) => this.#ofService(at(this.scene.world.sessions.values(), place));
  subscription = (place: number) =>
    this.#ofService(at(this.scene.world.subscriptions.values(), place));
  event = (place: number) => this.#ofService(at(this.scene.world.events.values(), place));
  invoice = (place: number) => this.#ofService(at(this.scene.world.invoices.values(), place));
  creditNote = (place: number) => this.#ofService(at(this.scene.world.creditNotes.values(), place));
  /** An invoice of which something may be credited. */
  creditable = (place: number) => {
    const { invoices, topUps } = this.scene.world;
    const some = [...invoices.values()].filter(
      ({ id, status }) => (status === "OPEN" || status === "PAID") && !topUps.has(id),
    );
    return this.#ofService(at(some, place));
  };
  balance = (place: number) => this.#ofService(at(this.scene.world.balances.values(), place));

  hold(place: number) {
    const { world } = this.scene;
    const hold = at(world.holds.values(), place);
    if (hold !== undefined) this.#ofService(known(world.balances, hold.balanceId));
    return hold;
  }

  /** The balance that can pay for the usage of a subscription. */
  balanceOf(subscription: { readonly serviceId: Id; readonly userId: Id } | undefined) {
    return [...this.scene.world.balances.values()].find(
      ({ serviceId, userId }) =>
        serviceId === subscription?.serviceId && userId === subscription.userId,
    );
  }

  /** A subscription whose usage a balance can pay for. */
  subscriptionOf(balance: { readonly serviceId: Id; readonly userId: Id } | undefined) {
    return newestFirst(this.scene.world.subscriptions.values()).find(
      ({ serviceId, userId }) => serviceId === balance?.serviceId && userId === balance.userId,
    );
  }

  settlement(place: number) {
    const { world } = this.scene;
    const settlement = at(world.settlements.values(), place);
    if (settlement !== undefined) this.#ofService(known(world.invoices, settlement.invoiceId));
    return settlement;
  }

  /** The id of a user, for any caller. */
  user(place: number): Id {
    const ids = [...this.scene.world.users.keys()].reverse();
    return place === nowhere ? unknownId : (ids[place % ids.length] ?? unknownId);
  }

  email(number: number): string {
    // Case makes no difference.
    const name = number % 2 === 0 ? "Payer" : "payer";
    return `${name}-${Math.floor(number / 2)}-${this.scene.run}@example.com`;
  }

  /** A few references for all invoices, so that some are the same; each is written in two ways. */
  reference(number: number): string {
    const seed = `${Math.floor(number / 2)} ${this.scene.run}`;
    const hex = createHash("sha256").update(seed).digest("hex");
    return `0x${number % 2 === 0 ? hex : hex.toUpperCase()}`;
  }

  /** A time in some milliseconds from now. */
  moment(offset: number | undefined): string | undefined {
    return offset === undefined ? undefined : new Date(this.scene.world.now + offset).toISOString();
  }

  #ofService<Row extends { readonly serviceId: Id }>(row: Row | undefined): Row | undefined {
    if (row !== undefined) this.owner ??= known(this.scene.world.services, row.serviceId).ownerId;
    return row;
  }
}

export const idOf = (row: { readonly id: Id } | undefined): Id => row?.id ?? unknownId;

function at<Row extends { readonly id: Id; readonly createdAt: number }>(
  rows: Iterable<Row>,
  place: number,
): Row | undefined {
  const all = newestFirst(rows);
  return place === nowhere ? undefined : all[place % all.length];
}
