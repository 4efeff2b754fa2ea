import type { UsageEventCreateParams, UsanceClient } from "@usance/sdk";
import type { UnsentUsage } from "./unsent-usage.ts";

/** Brings usage to Usance, each event once, whatever becomes of this process or of the service. */
export interface Meter {
  /** Whether Usance has been away for so long that there is no room for more. */
  isFull(): boolean;
  record(event: UsageEventCreateParams): void;
  /** Sends all there is, for so long; what is left then goes out at the next start. */
  close(limitMs: number): Promise<void>;
}

/** Begins with what an earlier process has left. */
export function openMeter(
  { usageEvents }: Pick<UsanceClient, "usageEvents">,
  unsent: UnsentUsage,
  { maxWaiting, log }: { readonly maxWaiting: number; readonly log: (line: string) => void },
): Meter {
  let withoutRoom = 0;
  let isClosed = false;

  const batcher = usageEvents.batcher({
    maxWaiting,
    onResult: (result, event) => {
      if ("error" in result) log(`${event.eventKey}: ${result.status} ${result.error}`);
      // 409: an earlier process sent it already, or its subscription has ended.
      // Any other error needs a human; the event is sent again at the next start.
      if (result.status === 201 || result.status === 409) unsent.forget(event);
    },
    onError: (error, events) => log(`${events.length} events wait: ${error.message}`),
  });

  const add = async (event: UsageEventCreateParams) => {
    withoutRoom += 1;
    await batcher.add(event);
    withoutRoom -= 1;
  };
  for (const event of unsent.all()) void add(event);

  return {
    isFull: () => withoutRoom > 0,
    record(event) {
      unsent.keep(event);
      if (!isClosed) void add(event);
    },
    async close(limitMs) {
      isClosed = true;
      const left = await batcher.close({ signal: AbortSignal.timeout(limitMs) });
      if (left.length > 0) log(`${left.length} events go out at the next start.`);
    },
  };
}
