import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Random choices that are the same for the same seed. */
export interface Random {
  /** A whole number from min to max, both included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  oneOf<T>(list: readonly T[]): T;
  /** Draws one of the keys, in proportion to its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  shuffled<T>(list: readonly T[]): T[];
  /** Creates an independent generator: numbers drawn from one do not change those of the other. */
  fork(): Random;
}

/** @param seed a whole number of 32 bits */
export function randomFrom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const integer = (min: number, max: number) => uniformInt(generator, min, max);
  return {
    integer,
    chance: (probability) => integer(0, 999_999) < probability * 1_000_000,
    oneOf: (list) => at(list, integer(0, list.length - 1)),
    weighted: <Key extends string>(weights: Readonly<Record<Key, number>>) => {
      const keys = (Object.keys(weights) as Key[]).flatMap((key) =>
        Array.from({ length: weights[key] }, () => key),
      );
      return at(keys, integer(0, keys.length - 1));
    },
    shuffled: (list) => {
      const rest = [...list];
      return list.map(() => at(rest.splice(integer(0, rest.length - 1), 1), 0));
    },
    fork: () => randomFrom(generator.next()),
  };
}

function at<T>(list: readonly T[], index: number): T {
  if (index >= list.length) throw new Error("There is nothing to choose from.");
  return list[index] as T;
}
