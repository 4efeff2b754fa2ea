import { setTimeout as sleep } from "node:timers/promises";
import { rpc } from "../../apps/api/test/processes/calls.ts";

const everyMs = 500;

/**
 * Frees transactions that Anvil would never mine. Anvil checks a transaction's nonce first and adds it to its pool later.
 * If the transaction before it is mined in between, Anvil still waits for that one, and all later ones of the account
 * wait too. The pool is emptied and they are sent again.
 *
 * @returns stops it
 */
export function freePool(rpcUrl: string): () => Promise<void> {
  const stop = new AbortController();
  const watch = async () => {
    let wereStuck = false;
    while (!stop.signal.aborted) {
      const { pending, queued } = (await rpc(rpcUrl, "txpool_status", [])) as Record<
        "pending" | "queued",
        string
      >;
      const areStuck = Number(queued) > 0 && Number(pending) === 0;
      if (areStuck && wereStuck) await sendQueuedAgain(rpcUrl);
      wereStuck = areStuck;
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const watching = watch();
  return async () => {
    stop.abort();
    await watching;
  };
}

/** By address and nonce. */
interface PoolContent {
  readonly queued: Readonly<Record<string, Readonly<Record<string, { readonly hash: string }>>>>;
}

async function sendQueuedAgain(rpcUrl: string): Promise<void> {
  const { queued } = (await rpc(rpcUrl, "txpool_content", [])) as PoolContent;
  const waiting = Object.values(queued).flatMap((byNonce) => Object.values(byNonce));
  const raws = await Promise.all(
    waiting.map(({ hash }) => rpc(rpcUrl, "eth_getRawTransactionByHash", [hash])),
  );
  await rpc(rpcUrl, "anvil_dropAllTransactions", []);
  // The engine may have sent one of them again meanwhile, and Anvil refuses a second copy.
  for (const raw of raws) await rpc(rpcUrl, "eth_sendRawTransaction", [raw]).catch(() => undefined);
}
