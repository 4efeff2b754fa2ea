import type { Component } from "@usance/rating";
import { type BilledPeriod, rateCardHash } from "../bill.ts";

/** A rate card that came with a proof. */
export interface RateCard {
  readonly id: string;
  readonly components: Component[];
}

/** The rate cards of a proof by their hashes, which bills name them by. */
export type RateCards = ReadonlyMap<string, Component[]>;

export const byHash = (cards: readonly RateCard[]): RateCards =>
  new Map(cards.map(({ components }) => [rateCardHash(components), components]));

export const componentsOf = (
  { rateCardHash: named }: BilledPeriod,
  cards: RateCards,
): Component[] | undefined => (named === null ? undefined : cards.get(named));

export const periodName = ({ from }: Pick<BilledPeriod, "from">): string =>
  `period from ${from.slice(0, 19).replace("T", " ")} UTC`;
