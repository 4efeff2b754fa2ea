import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { readReceipt } from "../refund/follow-transaction.ts";
import {
  chainIdOf,
  connect,
  type Provider,
  readChainId,
  signTypedData,
  switchChain,
} from "./requests.ts";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** A wallet that gives one answer, and keeps what it was asked. */
function answering(answer: unknown) {
  const asked: object[] = [];
  const provider: Provider = {
    request: async (request) => {
      asked.push(request);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { provider, asked };
}

const typedData = {
  domain: { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: address },
  types: { ReceiveWithAuthorization: [{ name: "from", type: "address" }] },
  primaryType: "ReceiveWithAuthorization",
  message: { from: address },
};

test("typed data is signed as JSON with its domain's type", async () => {
  const { provider, asked } = answering("0x5e");

  expect(await signTypedData(provider, address, typedData)).toBe("0x5e");

  const [{ method, params }] = asked as [{ method: string; params: [string, string] }];
  expect(method).toBe("eth_signTypedData_v4");
  expect(params[0]).toBe(address);
  expect(JSON.parse(params[1])).toEqual({
    ...typedData,
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
      ],
      ...typedData.types,
    },
  });
});

test("a wallet that returns no signature has failed", async () => {
  const { provider } = answering(null);
  await expect(signTypedData(provider, address, typedData)).rejects.toMatchObject({
    kind: "failed",
  });
});

test("a chain id is sent in hex without leading zeros", async () => {
  const { provider, asked } = answering(null);
  await switchChain(provider, 31337);
  expect(asked).toEqual([
    { method: "wallet_switchEthereumChain", params: [{ chainId: "0x7a69" }] },
  ]);
});

test("a wallet is on the chain that it reports, in any form", () =>
  forRows(
    [
      ["0x2105", 8453],
      ["8453", 8453],
      [8453, 8453],
      ["", null],
      ["base", null],
      [null, null],
    ],
    (said, chainId) => {
      expect(chainIdOf(said)).toBe(chainId);
    },
  ));

test("a wallet that reports no chain has failed", async () => {
  await expect(readChainId(answering({}).provider)).rejects.toMatchObject({ kind: "failed" });
});

test("the first account pays", async () => {
  expect(await connect(answering([address, "0x1"]).provider)).toBe(address);
});

test("anything else counts as no accounts", () =>
  forRows([[[]], [null], [["nonsense"]]], async (accounts) => {
    await expect(connect(answering(accounts).provider)).rejects.toMatchObject({ kind: "failed" });
  }));

test("an error from the wallet is thrown as a wallet error", async () => {
  const { provider } = answering(Object.assign(new Error("User rejected"), { code: 4001 }));
  await expect(connect(provider)).rejects.toMatchObject({ kind: "rejected" });
});

test("a receipt means an outcome, or none yet", () =>
  forRows(
    [
      [null, null],
      [{ status: "0x1" }, "succeeded"],
      [{ status: "0x0" }, "reverted"],
    ],
    async (receipt, outcome) => {
      expect(await readReceipt(answering(receipt).provider, "0x1")).toBe(outcome);
    },
  ));
