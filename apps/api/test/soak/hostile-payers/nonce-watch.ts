import { setTimeout as sleep } from "node:timers/promises";
import { rpc } from "../../processes/calls.ts";
import type { Stage } from "../stage.ts";

/** The pause between two checks of the chain, in milliseconds. */
const pauseMs = 250;

export interface NonceWatch {
  /** The longest time that a taken nonce has waited, in milliseconds. */
  readonly longestMs: number;
  stop(): Promise<void>;
}

/** Measures how long the chain takes from one nonce of a signer to the next. */
export function watchNonces(
  { rpcUrl, rows }: Pick<Stage, "rpcUrl" | "rows">,
  signer: string,
): NonceWatch {
  let longestMs = 0;
  let at = -1;
  let since = performance.now();
  const stopped = new AbortController();
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const [row] = await rows<{ next: number }>(
        "SELECT next_nonce AS next FROM signers WHERE address = $1",
        [signer],
      );
      const count = Number(await rpc(rpcUrl, "eth_getTransactionCount", [signer, "latest"]));
      const now = performance.now();
      if (count !== at || (row?.next ?? count) <= count) since = now;
      at = count;
      longestMs = Math.max(longestMs, now - since);
      await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    get longestMs() {
      return longestMs;
    },
    stop: async () => {
      stopped.abort();
      await watching;
    },
  };
}
