import { randomBytes } from "node:crypto";
import { usanceClient } from "@usance/sdk";
import { call } from "./call.ts";
import { anOpenInvoice, apiKey, aSubscriber, startService } from "./service.ts";

/** An invoice and the reference it is to be settled under. */
export interface ToSettle {
  readonly id: string;
  readonly referenceHash: `0x${string}`;
}

/** What every settlement of a measure says. */
export const terms = {
  payerAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  merchantAddress: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  amount: "0.625",
  /** The amount in the token's units. */
  units: 625_000n,
} as const;

export interface Engine {
  /** Makes so many open invoices. */
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
