/** How usage is measured: the sum of the quantities, the number of events, the largest or the last quantity. */
export const measures = ["SUM", "COUNT", "MAX", "LAST"] as const;
export type Measure = (typeof measures)[number];

/** Bounds of a rate card. A unit price is finer than money: a token may cost a millionth of a cent. */
export const limits = {
  components: 20,
  tiers: 50,
  descriptionLength: 120,
  prefixLength: 255,
  /** Decimal places of a unit price or a percentage. */
  pricePlaces: 12,
  /** Decimal places of an amount of USDC and of a quantity of usage. */
  places: 6,
} as const;

/** Decimals are strings. Those of prices have up to twelve decimal places, all others up to six. */
interface Named {
  /** Names the line of the bill. */
  readonly description: string;
}

/** A component that prices usage. */
interface Metered extends Named {
  /** The part of the event key before the first `:`. Absent: all usage. */
  readonly prefix?: string | undefined;
  /** Default `SUM`. */
  readonly measure?: Measure | undefined;
  /** Units that cost nothing. Default 0. */
  readonly included?: string | undefined;
  /** The line costs at least this, also without usage. Default 0. */
  readonly minimum?: string | undefined;
}

/** Units up to and including `upTo`, counted from the end of the tier before. */
export interface Tier {
  /** null in the last tier, and only there. */
  readonly upTo: string | null;
  /** Price of a unit. */
  readonly unitAmount: string;
  /** Due once if the tier is reached. Default 0. */
  readonly flatAmount?: string | undefined;
}

/** The same price for every unit. */
interface PerUnit extends Metered {
  readonly type: "PER_UNIT";
  readonly unitAmount: string;
}

/** Each unit at the price of the tier that it is in. */
interface Graduated extends Metered {
  readonly type: "GRADUATED";
  readonly tiers: Tier[];
}

/** All units at the price of the tier that the last one is in. */
interface Volume extends Metered {
  readonly type: "VOLUME";
  readonly tiers: Tier[];
}

/** A price per started block of units. */
interface Package extends Metered {
  readonly type: "PACKAGE";
  readonly packageSize: string;
  readonly packageAmount: string;
}

/** A share of the value of the usage, in percent. The quantity of an event is its worth in USDC. */
interface Percentage extends Metered {
  readonly type: "PERCENTAGE";
  readonly percent: string;
}

/** Due every period, with or without usage. */
interface Flat extends Named {
  readonly type: "FLAT";
  readonly amount: string;
}

/** The difference between the sum of all other lines and a minimum amount. It is the last component. */
interface Minimum extends Named {
  readonly type: "MINIMUM";
  readonly amount: string;
}

export type MeteredComponent = PerUnit | Graduated | Volume | Package | Percentage;
export type Component = MeteredComponent | Flat | Minimum;

/** The prefixes whose usage a card prices by itself. */
export const prefixesOf = (components: readonly Component[]): string[] =>
  components.flatMap((one) => ("prefix" in one && one.prefix ? [one.prefix] : []));
