const hourMs = 3_600_000;
const hoursInMonth = 30 * 24;

/** Usage of one event, as the API takes it. */
export interface SampleUsage {
  readonly eventKey: string;
  readonly quantity: string;
  readonly occurredAt: string;
}

/**
 * The usage of a subscriber in the 30 days before a time: every few hours, more in the afternoon, less at weekends, and
 * growing. The same arguments give the same usage.
 *
 * @param scale how much it uses
 */
export function usageOfMonth(
  prefixes: readonly string[],
  until: Date,
  { scale, seed }: { readonly scale: number; readonly seed: number },
): SampleUsage[] {
  const random = randomOf(seed);
  const end = Math.floor(until.getTime() / hourMs) * hourMs;
  return prefixes.flatMap((prefix, place) => {
    const everyHours = 4 + 4 * place;
    const events: SampleUsage[] = [];
    for (let ago = hoursInMonth; ago > 0; ago -= everyHours) {
      const at = new Date(end - ago * hourMs);
      const afternoon = 1 + Math.sin(((at.getUTCHours() - 9) / 24) * 2 * Math.PI) * 0.6;
      const weekday = [0, 6].includes(at.getUTCDay()) ? 0.45 : 1;
      const growth = 1.4 - (ago / hoursInMonth) * 0.6;
      const units = Math.round(scale * afternoon * weekday * growth * (0.8 + random() * 0.4));
      if (units === 0) continue;
      const hour = at.toISOString().slice(0, 13);
      events.push({
        eventKey: `${prefix}:${hour}`,
        quantity: String(units),
        occurredAt: at.toISOString(),
      });
    }
    return events;
  });
}

/** Numbers from 0 to 1 that depend on the seed alone (Park and Miller's generator). */
function randomOf(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
