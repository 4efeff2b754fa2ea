import { hashText } from "@usance/proofs";
import type { SettlementProof } from "../api/billed-api.ts";

/** The event of the settlement contract (contracts/src/SettlementRegistry.sol). */
const eventHash = hashText(
  "SettlementRecorded(bytes32,bytes32,address,address,address,uint256,address)",
);

/** Whether a log of a transaction's receipt, as a node returns it (`eth_getTransactionReceipt`), is the record that a proof names. */
export function isRecorded(log: unknown, { contract, event }: SettlementProof): boolean {
  if (typeof log !== "object" || log === null) return false;
  const { address, topics, data } = log as Readonly<Record<string, unknown>>;
  const { referenceHash, invoiceHash, payer, merchant, token, amount, operator } = event;
  const units = `0x${BigInt(amount).toString(16)}`;
  return (
    isSame(address, contract) &&
    Array.isArray(topics) &&
    isSame(topics.join(), [eventHash, referenceHash, invoiceHash, wordOf(payer)].join()) &&
    isSame(
      data,
      `0x${[merchant, token, units, operator].map((one) => wordOf(one).slice(2)).join("")}`,
    )
  );
}

/** Hex digits, filled up to 32 bytes. */
const wordOf = (hex: string) => `0x${hex.slice(2).padStart(64, "0")}`;

const isSame = (one: unknown, other: string) =>
  typeof one === "string" && one.toLowerCase() === other.toLowerCase();
