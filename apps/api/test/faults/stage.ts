import { settlementRegistryAbi } from "@usance/contracts";
import { bundlerAbi, bundlerBytecode } from "@usance/contracts/testing";
import { type Anvil, publicDevAccount, startAnvil } from "@usance/local-stack";
import { Client } from "pg";
import { encodeFunctionData, type Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { expect, onTestFinished } from "vitest";
import { settlerRole } from "../../src/chain/chain-troubles.ts";
import { deployer } from "../../src/chain/deployer.ts";
import { deployRegistry } from "../../src/cli/dev/deploy-contracts.ts";
import { admin, adminKey } from "../harness/chain.ts";
import { type Circle, startCircle } from "../harness/circle.ts";
import { newDatabase } from "../harness/database.ts";
import { contradictions } from "../harness/oracle.ts";
import { type RpcProxy, startRpcProxy } from "../harness/rpc-proxy.ts";
import { until } from "../harness/until.ts";
import { type Address, call, newSettlement, rpc } from "../processes/calls.ts";
import type { Entry } from "../processes/entry.ts";
import { listening, productionEnvironment } from "../processes/production.ts";

/** The pause between two checks of the chain for transactions, in milliseconds. */
const pollMs = 20;

type Environment = Readonly<Record<string, string>>;
export type Process = Entry & Address;

/** A settlement in the database, and the number of transactions that were signed for it. */
interface Stored {
  readonly id: string;
  readonly status: string;
  readonly invoice: string;
  readonly failure: string | null;
  readonly hash: string | null;
  readonly nonce: number | null;
  readonly signed: number;
}

/** A database and a chain for one test, and any number of processes of the service. */
export interface Stage {
  readonly anvilUrl: string;
  readonly contract: `0x${string}`;
  readonly databaseUrl: string;
  /** The proxy through which all processes reach the chain. */
  readonly proxy: RpcProxy;
  /** Starts another process of `pnpm start`. */
  start(): Promise<Process>;
  chain(method: string, ...params: readonly unknown[]): Promise<unknown>;
  sql<Row>(text: string, ...values: readonly unknown[]): Promise<Row[]>;
  /** The only settlement. */
  stored(): Promise<Stored>;
  /** Every settlement. */
  all(): Promise<Stored[]>;
  /** Waits for the only settlement to have this status. */
  becomes(status: string): Promise<Stored>;
  /** The settler's transactions in the chain, without those of the start. */
  transactions(): Promise<number>;
  /** Ends the test: no work is left, and database and chain agree. */
  rest(): Promise<void>;
}

export async function aStage(given: Environment = {}): Promise<Stage> {
  const anvil = await startAnvil();
  onTestFinished(anvil.stop);
  return setUp(anvil, publicDevAccount.privateKey, given);
}

/**
 * The same with a Circle that sends for the service, from its own wallet.
 *
 * @param bundled how many calls share a transaction; by default each has its own
 */
export async function aProviderStage(
  given: Environment = {},
  bundled?: number,
): Promise<Stage & { readonly circle: Circle }> {
  const anvil = await startAnvil();
  onTestFinished(anvil.stop);
  const bundling = bundled && { bundler: await deployBundler(anvil.url), size: bundled };
  const circle = await startCircle(anvil.url, bundling || undefined);
  onTestFinished(circle.stop);
  const stage = await setUp(anvil, circle.walletKey, {
    SETTLEMENT_EXECUTOR: "provider",
    SETTLEMENT_PROVIDER_URL: circle.url,
    SETTLEMENT_PROVIDER_API_KEY: circle.apiKey,
    SETTLEMENT_PROVIDER_ENTITY_SECRET: circle.entitySecret,
    SETTLEMENT_PROVIDER_WALLET_ID: circle.walletId,
    ...given,
  });
  await letSettle(stage, circle.walletAddress);
  return { ...stage, circle };
}

const deployBundler = (rpcUrl: string) =>
  deployer(rpcUrl, adminKey, pollMs).deploy({
    abi: bundlerAbi,
    bytecode: bundlerBytecode,
    args: [],
  });

/** Gives another account the role to settle. */
export async function letSettle({ anvilUrl, contract }: Stage, account: Hex): Promise<void> {
  const args = [settlerRole, account] as const;
  const grant = encodeFunctionData({ abi: settlementRegistryAbi, functionName: "grantRole", args });
  await deployer(anvilUrl, adminKey, pollMs).send(contract, grant);
}

async function setUp(anvil: Anvil, settlerKey: Hex, given: Environment): Promise<Stage> {
  const databaseUrl = await newDatabase();
  const contract = await deployRegistry(anvil.url, settlerKey, admin.address);
  const settler = privateKeyToAddress(settlerKey);
  const proxy = await startRpcProxy(() => anvil.url);
  onTestFinished(proxy.stop);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const environment = await productionEnvironment(
    { anvil, contract },
    {
      DATABASE_URL: databaseUrl,
      SETTLEMENT_RPC_URL: proxy.url,
      SETTLEMENT_TIMEOUT_MS: "4000",
      ...given,
    },
  );
  const chain = (method: string, ...params: readonly unknown[]) => rpc(anvil.url, method, params);
  const count = async () => Number(await chain("eth_getTransactionCount", settler, "latest"));
  const before = await count();
  const sql: Stage["sql"] = async (text, ...values) => (await client.query(text, [...values])).rows;
  const all = () =>
    sql<Stored>(
      `SELECT s.id, s.status, i.status AS invoice, s.failure, s.transaction_hash AS hash, s.nonce,
              (SELECT count(*)::int FROM settlement_transactions t WHERE t.settlement_id = s.id) AS signed
         FROM settlements s JOIN invoices i ON i.id = s.invoice_id`,
    );
  const stored = async () => {
    const rows = await all();
    const [row] = rows;
    if (row === undefined || rows.length > 1) throw new Error(`${rows.length} settlements`);
    return row;
  };
  return {
    anvilUrl: anvil.url,
    contract,
    databaseUrl,
    proxy,
    start: () => listening(environment),
    chain,
    sql,
    stored,
    all,
    becomes: async (status) => {
      await until(async () => (await all())[0]?.status === status);
      return stored();
    },
    transactions: async () => (await count()) - before,
    rest: async () => {
      await until(async () => {
        const open = await sql(
          "SELECT id FROM settlements WHERE next_check_at IS NOT NULL OR status = 'PENDING'",
        );
        return open.length === 0;
      });
      expect(await contradictions({ databaseUrl, rpcUrl: anvil.url, contract })).toEqual([]);
    },
  };
}

/** Somebody else sends a transaction with a signer's key. It is in a block when this returns. */
export async function useKeyElsewhere({ chain }: Stage, signer: string | undefined): Promise<void> {
  await chain("anvil_impersonateAccount", signer);
  const hash = await chain("eth_sendTransaction", { from: signer, to: signer, value: "0x1" });
  await until(async () => (await chain("eth_getTransactionReceipt", hash)) !== null);
}

/** Creates an invoice. The returned function settles it. */
export async function aSettlement(to: Process) {
  const input = await newSettlement(to);
  return { input, settle: (at: Process = to) => call(at, "POST", "/settlements", input) };
}
