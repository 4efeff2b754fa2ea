import type { Component } from "@usance/rating";
import { type BilledPeriod, rateCardHash } from "../bill.ts";

/** A rate card that came with a proof. */
export interface RateCard {
  readonly id: string;
  readonly components: Component[];
}

/** The rate card that a period names by its hash, whatever the proof says is its id. */
export const cardOf = (
  { rateCardHash: named }: BilledPeriod,
  cards: readonly RateCard[],
): RateCard | undefined => cards.find(({ components }) => rateCardHash(components) === named);

export const nameOf = ({ from }: BilledPeriod): string =>
  `period from ${from.slice(0, 19).replace("T", " ")} UTC`;
