import { settlementRegistryAbi } from "@usance/contracts";
import { encodeAbiParameters, encodeEventTopics, keccak256, parseUnits, stringToBytes } from "viem";
import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { isRecorded } from "./recorded-log.ts";

const addresses = ["aa", "bb", "cc", "dd", "ee"].map((byte) => `0x${byte.repeat(20)}` as const);
const [contract = "0x", payer = "0x", merchant = "0x", token = "0x", operator = "0x"] = addresses;
const invoiceId = "tz4a98xxat96iws9zmbrgj3a";
const event = {
  referenceHash: keccak256(stringToBytes("reference")),
  invoiceHash: keccak256(stringToBytes(invoiceId)),
  payer,
  merchant,
  token,
  amount: "12500000",
  operator,
};
const proof = {
  settlementId: "pfh0haxfpzowht3oi213cqos",
  invoiceId,
  chainId: 31_337,
  contract,
  blockNumber: 7,
  blockHash: keccak256(stringToBytes("block")),
  transactionHash: keccak256(stringToBytes("transaction")),
  logIndex: 3,
  event,
};

/** The log as the contract writes it. */
const log = {
  address: contract.toUpperCase().replace("0X", "0x"),
  topics: encodeEventTopics({
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    args: event,
  }),
  data: encodeAbiParameters(
    [{ type: "address" }, { type: "address" }, { type: "uint256" }, { type: "address" }],
    [merchant, token, parseUnits("12.5", 6), operator],
  ),
};

test("the log that the contract writes is the record that its proof names", () => {
  expect(isRecorded(log, proof)).toBe(true);
});

test("a log of another contract, event or payment is not the record", () =>
  forRows(
    [
      ["another contract", { contract: payer }, {}],
      ["another reference", {}, { referenceHash: event.invoiceHash }],
      ["another invoice", {}, { invoiceHash: event.referenceHash }],
      ["another payer", {}, { payer: merchant }],
      ["another seller", {}, { merchant: payer }],
      ["another token", {}, { token: payer }],
      ["another amount", {}, { amount: "12500001" }],
      ["another operator", {}, { operator: payer }],
    ],
    (_, terms, fields) => {
      expect(isRecorded(log, { ...proof, ...terms, event: { ...event, ...fields } })).toBe(false);
    },
  ));

test("other values are no record", () =>
  forRows(
    [null, "log", {}, { ...log, topics: null }, { ...log, topics: [] }, { ...log, data: "0x" }],
    (other) => {
      expect(isRecorded(other, proof)).toBe(false);
    },
  ));
