import { settlementRegistryAbi } from "@usance/contracts";
import { usdcLikeAbi } from "@usance/contracts/testing";
import { createPublicClient, http, keccak256, parseEventLogs, stringToBytes } from "viem";
import { devUsdcAddress } from "../../../src/cli/dev/deploy-contracts.ts";
import { fromTokenUnits } from "../../../src/kit/money.ts";
import type { Counts } from "../define-soak.ts";
import type { Stage } from "../stage.ts";
import type { Payee, Scene } from "./agents.ts";

interface Row {
  readonly nonce: string;
  readonly invoice: string;
  readonly paid: string;
  readonly event: string | null;
}

/** Every USDC that has moved is recorded once, every call that was served was paid for once, and no balance is below zero. */
export async function judgePayments(
  { rows, problem, rpcUrl, contract }: Stage,
  { sent, served }: Scene,
  payees: readonly Payee[],
): Promise<Counts> {
  const stored = await rows<Row>(
    `SELECT p.nonce, i.id AS invoice, i.status AS paid, p.usage_event_id AS event
       FROM x402_payments p JOIN invoices i ON i.id = p.invoice_id`,
  );
  const byNonce = new Map(stored.map((row) => [row.nonce, row]));
  const client = createPublicClient({ transport: http(rpcUrl) });
  const range = { fromBlock: 0n, toBlock: "latest" } as const;
  const logs = await client.getLogs({ ...range, address: devUsdcAddress });
  const moved = parseEventLogs({ abi: usdcLikeAbi, eventName: "Transfer", logs });
  const used = parseEventLogs({ abi: usdcLikeAbi, eventName: "AuthorizationUsed", logs });
  const usedNonces = new Set(used.map(({ args }) => args.nonce));
  const recorded = parseEventLogs({
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    logs: await client.getLogs({ ...range, address: contract }),
  });
  for (const [nonce] of sent) {
    const row = byNonce.get(nonce);
    const times = recorded.filter(
      ({ args }) => args.invoiceHash === keccak256(stringToBytes(row?.invoice ?? "")),
    ).length;
    const isPaid = row?.paid === "PAID";
    const isMoved = usedNonces.has(nonce as `0x${string}`);
    const serves = served.get(nonce) ?? 0;
    if (isPaid !== isMoved || times !== (isMoved ? 1 : 0)) {
      problem(
        `payment ${nonce} has moved: ${isMoved}; its invoice is ${row?.paid}, ${times} times recorded`,
      );
    }
    if (isPaid && row.event === null) problem(`payment ${nonce} has no usage event`);
    if (serves > 1 || (serves === 1 && !isPaid)) {
      problem(`payment ${nonce} was served ${serves} times, and its invoice is ${row?.paid}`);
    }
  }
  const ours = new Set(payees.map(({ payTo }) => payTo.toLowerCase()));
  const units = moved
    .filter(({ args }) => ours.has(args.to.toLowerCase()))
    .reduce((sum, { args }) => sum + args.value, 0n);
  const [sums] = await rows<{ paid: string; available: string; twice: string }>(
    `SELECT (SELECT coalesce(sum(amount), 0) FROM invoices WHERE status = 'PAID') AS paid,
            (SELECT count(*) FROM balances WHERE available <> 0) AS available,
            (SELECT count(*) FROM (SELECT FROM subscriptions GROUP BY user_id HAVING count(*) > 1) one) AS twice`,
  );
  const { paid = "", available = "", twice = "" } = sums ?? {};
  if (paid !== fromTokenUnits(units).toFixed(6))
    problem(`${units} units moved, and ${paid} USDC are billed`);
  if (available !== "0") problem(`${available} balances have not paid for exactly what was used`);
  if (twice !== "0") problem(`${twice} users have several subscriptions`);
  const transactions = new Set(recorded.map(({ transactionHash }) => transactionHash)).size;
  return [
    ["USDC moved and billed", paid],
    ["recorded", `${recorded.length} in ${transactions} transactions`],
  ];
}
