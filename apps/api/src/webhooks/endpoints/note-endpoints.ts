import type { InTransaction } from "../../db/client.ts";
import { giveUpDeliveries } from "../../outbox/give-up-deliveries.ts";
import { disableEndpoint, noteHealth } from "./store.ts";

/** What the attempt of a delivery tells about its endpoint. */
interface EndpointResult {
  readonly endpointId: string;
  /** As stored when the attempt was made. */
  readonly failingSince: Date | null;
  readonly arrived: boolean;
  /** Why the endpoint must be disabled; null: it must not. */
  readonly disable: string | null;
}

/** Stores which endpoints fail or have recovered, and disables those that must be disabled. */
export async function noteEndpoints(
  { tx, now }: InTransaction,
  results: readonly EndpointResult[],
): Promise<void> {
  const well = new Set(
    results.filter(({ arrived }) => arrived).map(({ endpointId }) => endpointId),
  );
  const failing = new Set(
    results.map(({ endpointId }) => endpointId).filter((endpointId) => !well.has(endpointId)),
  );
  const isNews = ({ endpointId, failingSince }: EndpointResult) =>
    well.has(endpointId) === (failingSince !== null);
  if (results.some(isNews)) await noteHealth(tx, { failing: [...failing], well: [...well] }, now);

  const disabled = new Map(
    results.flatMap(({ endpointId, disable }) => (disable === null ? [] : [[endpointId, disable]])),
  );
  for (const [endpointId, reason] of [...disabled].sort()) {
    if (await disableEndpoint(tx, endpointId, reason, now)) {
      await giveUpDeliveries({ tx, now }, endpointId, reason);
    }
  }
}
