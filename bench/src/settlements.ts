import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { deployRegistry } from "@usance/api/deploy-contracts";
import { settlementRegistryAbi } from "@usance/contracts";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { usanceClient } from "@usance/sdk";
import {
  createPublicClient,
  encodeFunctionData,
  http,
  keccak256,
  stringToBytes,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { rpc } from "../../apps/api/test/processes/calls.ts";
import { atLeast, report } from "./report.ts";
import { call } from "./requests.ts";
import { medianOf, percentile, type Run, run } from "./run.ts";
import { anOpenInvoice, apiKey, aSubscriber, startService } from "./service.ts";

interface Options {
  /** Settlements under way at a time. */
  readonly inFlight: number;
  readonly rounds: number;
  /** In each round, on each side. */
  readonly settlements: number;
  /** Seconds between the chain's blocks; 0: one for each transaction, at once. */
  readonly blockTime: number;
}

/** The second account of every local chain: each side has its own key, and so its own nonces. */
const bareKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";

/**
 * Settlements a second through the engine, HTTP to confirmation, against a bare loop that signs and
 * sends the same calls and waits for their receipts. Both run on one chain that mines each
 * transaction at once, one after the other, so that other load of the machine affects both.
 *
 * @returns the report's tables
 */
export async function benchSettlements(options: Options): Promise<string> {
  const { inFlight, rounds, settlements, blockTime } = options;
  const mining = blockTime === 0 ? [] : ["--block-time", String(blockTime)];
  const [postgres, anvil] = await Promise.all([
    startPostgres({ durable: true }),
    startAnvil({ args: ["--prune-history", ...mining] }),
  ]);
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  const bare = await bareLoop(anvil.url, {
    key: bareKey,
    contract: await deployRegistry(anvil.url, bareKey),
  });
  const engine = await startEngine({ databaseUrl: postgres.url, rpcUrl: anvil.url, contract });
  const stopFreeing = freePool(anvil.url);
  try {
    const pairs: { readonly engine: Run; readonly bare: Run }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const invoices = await engine.prepare(settlements);
      const pair = {
        engine: await run(invoices, inFlight, engine.settle),
        bare: await run(invoices, inFlight, bare.settle),
      };
      if (round > 0) pairs.push(pair); // the first one warms both up
    }
    const ratios = pairs.map((pair) => pair.engine.rate / pair.bare.rate);
    const sides = {
      engine: pairs.map((pair) => pair.engine),
      "bare loop": pairs.map((pair) => pair.bare),
    };
    return await report("settlements", {
      options,
      rows: [
        ["", "a second", "p50 ms", "p99 ms"],
        ...Object.entries(sides).map(([side, runs]) => {
          const latencies = runs.flatMap(({ latenciesMs }) => latenciesMs);
          return [
            side,
            medianOf(runs.map(({ rate }) => rate)),
            percentile(latencies, 0.5),
            percentile(latencies, 0.99),
          ];
        }),
      ],
      // While the chain is young: the local chain slows down as it grows.
      targets: [atLeast("settlements to a bare loop on a young chain", 0.6, medianOf(ratios))],
      more: { ratios },
    });
  } finally {
    await Promise.all([engine.stop(), stopFreeing()]);
    await Promise.all([postgres.stop(), anvil.stop()]);
  }
}

/** An invoice and the reference of its settlement. */
export interface ToSettle {
  readonly id: string;
  readonly referenceHash: `0x${string}`;
}

/** The terms of every measured settlement. */
export const terms = {
  payerAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  merchantAddress: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  amount: "0.625",
  /** The amount in the token's units. */
  units: 625_000n,
} as const;

export interface Engine {
  /** Creates open invoices. */
  prepare(count: number): Promise<readonly ToSettle[]>;
  /** POST /settlements, until it is confirmed. */
  settle(invoice: ToSettle): Promise<void>;
  stop(): Promise<void>;
}

/** One process of the service as `pnpm start` runs it. */
export async function startEngine(on: {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: string;
}): Promise<Engine> {
  const child = await startService({
    DATABASE_URL: on.databaseUrl,
    SETTLEMENT_RPC_URL: on.rpcUrl,
    SETTLEMENT_CONTRACT_ADDRESS: on.contract,
  });
  const client = usanceClient({ baseUrl: child.url, apiKey });
  const subscriber = await aSubscriber(client);
  return {
    prepare: async (count) => {
      const invoices: ToSettle[] = [];
      while (invoices.length < count) {
        const id = await anOpenInvoice(client, subscriber, terms.amount);
        const referenceHash = `0x${randomBytes(32).toString("hex")}` as const;
        invoices.push({ id, referenceHash });
      }
      return invoices;
    },
    settle: async ({ id: invoiceId, referenceHash }) => {
      const { payerAddress, merchantAddress } = terms;
      const body = { invoiceId, referenceHash, payerAddress, merchantAddress };
      // Not by the SDK: its Idempotency-Key would be work that the bare loop does not have.
      await call(`${child.url}/api/v1/settlements`, 201, JSON.stringify(body));
    },
    stop: child.stop,
  };
}

/**
 * The minimal settlement: sign, send, wait for the receipt. It counts nonces in memory, asks for fees once, and has no HTTP
 * server and no database.
 */
export async function bareLoop(
  rpcUrl: string,
  { key, contract }: { readonly key: `0x${string}`; readonly contract: `0x${string}` },
): Promise<{ settle(invoice: ToSettle): Promise<void> }> {
  const account = privateKeyToAccount(key);
  const client = createPublicClient({ transport: http(rpcUrl) });
  const [chainId, first, fees, { timestamp }] = await Promise.all([
    client.getChainId(),
    client.getTransactionCount({ address: account.address }),
    client.estimateFeesPerGas(),
    client.getBlock(),
  ]);
  let next = first;
  return {
    settle: async ({ id, referenceHash }) => {
      const nonce = next++;
      const raw = await account.signTransaction({
        type: "eip1559",
        chainId,
        to: contract,
        data: encodeFunctionData({
          abi: settlementRegistryAbi,
          functionName: "recordSettlement",
          args: [
            referenceHash,
            keccak256(stringToBytes(id)),
            terms.payerAddress,
            terms.merchantAddress,
            toHex(0, { size: 20 }),
            terms.units,
            timestamp + 86_400n,
          ],
        }),
        gas: 300_000n,
        nonce,
        maxFeePerGas: 10n * fees.maxFeePerGas,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      });
      const hash = await client.sendRawTransaction({ serializedTransaction: raw });
      const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
      if (receipt.status !== "success") throw new Error(`The call for ${id} reverted.`);
    },
  };
}

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
