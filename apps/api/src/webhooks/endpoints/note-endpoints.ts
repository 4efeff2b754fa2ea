import type { Queryable } from "../../db/client.ts";
import { giveUpDeliveries } from "../deliveries/give-up-deliveries.ts";
import { disableEndpoint, noteHealth } from "./store.ts";

/** What an attempt has shown of its endpoint. */
interface Shown {
  readonly endpointId: string;
  /** As it was known when the attempt was made. */
  readonly failingSince: Date | null;
  readonly arrived: boolean;
  /** Why nothing more is to be sent to it. */
  readonly disable: string | null;
}

/** Notes which endpoints fail and which do not any more, and disables those that are to be. */
export async function noteEndpoints(
  tx: Queryable,
  shown: readonly Shown[],
  now: Date,
): Promise<void> {
  const well = new Set(shown.filter(({ arrived }) => arrived).map(({ endpointId }) => endpointId));
  const failing = new Set(
    shown.map(({ endpointId }) => endpointId).filter((endpointId) => !well.has(endpointId)),
  );
  const isNews = ({ endpointId, failingSince }: Shown) =>
    well.has(endpointId) === (failingSince !== null);
  if (shown.some(isNews)) await noteHealth(tx, { failing: [...failing], well: [...well] }, now);

  const disabled = new Map(
    shown.flatMap(({ endpointId, disable }) => (disable === null ? [] : [[endpointId, disable]])),
  );
  for (const [endpointId, reason] of [...disabled].sort()) {
    if (await disableEndpoint(tx, endpointId, reason, now)) {
      await giveUpDeliveries(tx, endpointId, reason, now);
    }
  }
}
