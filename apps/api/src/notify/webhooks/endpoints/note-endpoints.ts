import type { InTransaction } from "../../../db/client.ts";
import { disableEndpoint, lockEndpoints, noteHealth } from "./store.ts";

/** What the attempt of a delivery tells about its endpoint. */
interface EndpointResult {
  readonly endpointId: string;
  /** As stored when the attempt was made. */
  readonly failingSince: Date | null;
  readonly arrived: boolean;
  /** Why the endpoint must be disabled; null: it must not. */
  readonly disable: string | null;
}

/**
 * Stores which endpoints fail or have recovered, and disables those that must be disabled. It locks the endpoints, so it
 * must run before their deliveries are locked.
 *
 * @returns the endpoints that it disabled, with the reasons. Their pending deliveries must fail in the same transaction.
 */
export async function noteEndpoints(
  { tx, now }: InTransaction,
  results: readonly EndpointResult[],
): Promise<ReadonlyMap<string, string>> {
  const well = new Set(
    results.filter(({ arrived }) => arrived).map(({ endpointId }) => endpointId),
  );
  const failing = new Set(
    results.map(({ endpointId }) => endpointId).filter((endpointId) => !well.has(endpointId)),
  );
  const isNews = ({ endpointId, failingSince }: EndpointResult) =>
    well.has(endpointId) === (failingSince !== null);
  const toDisable = new Map(
    results.flatMap(({ endpointId, disable }) => (disable === null ? [] : [[endpointId, disable]])),
  );
  const hasNews = results.some(isNews);
  if (!hasNews && toDisable.size === 0) return toDisable;
  await lockEndpoints(tx, [...well, ...failing]);
  if (hasNews) await noteHealth(tx, { failing: [...failing], well: [...well] }, now);
  for (const [endpointId, reason] of toDisable) {
    const isOurs = await disableEndpoint(tx, endpointId, reason, now);
    if (!isOurs) toDisable.delete(endpointId);
  }
  return toDisable;
}
