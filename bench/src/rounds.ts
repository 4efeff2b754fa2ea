import type { Width } from "./load.ts";
import { say } from "./report.ts";
import { medianOf } from "./run.ts";
import type { Shot, Side } from "./sides.ts";

/** What each side did, by its name: a shot for each round. */
export type Shots = ReadonlyMap<string, readonly Shot[]>;

/**
 * Lets sides take turns, so that what else the machine does meets all of them. Who comes first changes
 * from round to round, since a table grows. A round before the first warms all up.
 *
 * @param what what is measured, for the progress that is shown meanwhile
 */
export async function inTurns(
  what: string,
  sides: readonly Side[],
  rounds: number,
  width: Width,
): Promise<Shots> {
  const shots = new Map<string, Shot[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? `${what}: warming up` : `${what}: round ${round} of ${rounds}`);
    const turn = round % sides.length;
    for (const side of [...sides.slice(turn), ...sides.slice(0, turn)]) {
      const shot = await side.shoot(width);
      if (round > 0) shots.get(side.name)?.push(shot);
    }
  }
  return shots;
}

/** The median over the rounds; null where one of them has none. */
export function medianIn(shots: readonly Shot[], of: keyof Shot): number | null {
  const values = shots.map((shot) => shot[of]).filter((value) => value !== null);
  return values.length === 0 ? null : medianOf(values);
}

/**
 * The median over the rounds of one side's figure over another's in the same round.
 *
 * @returns null where either was not measured
 */
export function ratioIn(
  shots: Shots | undefined,
  one: string,
  other: string,
  of: keyof Shot,
): number | null {
  const others = shots?.get(other) ?? [];
  const ratios = (shots?.get(one) ?? []).flatMap((shot, round) => {
    const above = shot[of];
    const below = others[round]?.[of] ?? null;
    return above === null || below === null ? [] : [above / below];
  });
  return ratios.length === 0 ? null : medianOf(ratios);
}
