import { setTimeout as sleep } from "node:timers/promises";
import { type Rpc, rpcTo } from "@usance/local-stack";

const everyMs = 500;

/**
 * Frees transactions that Anvil would never mine. Anvil checks a transaction's nonce first and adds it to its pool later.
 * If the transaction before it is mined in between, Anvil still waits for that one, and all later ones of the account
 * wait too. The pool is emptied and they are sent again.
 *
 * @returns stops it
 */
export function freePool(rpcUrl: string): () => Promise<void> {
  const rpc = rpcTo(rpcUrl);
  const stop = new AbortController();
  const watch = async () => {
    let wereStuck = false;
    while (!stop.signal.aborted) {
      const { pending, queued } = await rpc<Record<"pending" | "queued", string>>("txpool_status");
      const areStuck = Number(queued) > 0 && Number(pending) === 0;
      if (areStuck && wereStuck) await sendQueuedAgain(rpc);
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

async function sendQueuedAgain(rpc: Rpc): Promise<void> {
  const { queued } = await rpc<PoolContent>("txpool_content");
  const waiting = Object.values(queued).flatMap((byNonce) => Object.values(byNonce));
  const raws = await Promise.all(
    waiting.map(({ hash }) => rpc<string>("eth_getRawTransactionByHash", hash)),
  );
  await rpc("anvil_dropAllTransactions");
  // The engine may have sent one of them again meanwhile, and Anvil refuses a second copy.
  for (const raw of raws) await rpc("eth_sendRawTransaction", raw).catch(() => undefined);
}
