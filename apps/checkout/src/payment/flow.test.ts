import { expect, test, vi } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import {
  aCheckout,
  anApi,
  aPayment,
  aPreparedCap,
  aPreparedCheckout,
} from "../../test/harness/pure.ts";
import { ApiError } from "../api/api-error.ts";
import type { PayInput, PaymentApi } from "../api/payable.ts";
import type { Event } from "../session/state.ts";
import { pay } from "./flow.ts";

const { id, terms: shown } = aCheckout();
const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const status = { id, status: "PENDING" as const, terms: shown, payment: aPayment() };
const prepared = aPreparedCheckout();
const hash = `0x${"cd".repeat(32)}`;

type Answers = Readonly<Record<string, () => unknown>>;

/** One way from the form to its end, by a wallet that answers so. */
function way(calls: Partial<PaymentApi>, answers: Answers = {}, abort = new AbortController()) {
  const events: Event[] = [];
  const asked: string[] = [];
  const paid: PayInput[] = [];
  const wallet: Answers = {
    eth_chainId: () => "0x2105",
    eth_signTypedData_v4: () => "0x5e5e",
    eth_sendTransaction: () => hash,
    eth_getTransactionReceipt: () => ({ status: "0x1" }),
    ...answers,
  };
  const api = anApi({
    prepare: async () => prepared,
    pay: async (input) => {
      paid.push(input);
      return status;
    },
    ...calls,
  });
  const provider = {
    request: async ({ method }: { method: string }) => {
      asked.push(method);
      return wallet[method]?.();
    },
  };
  const parts = {
    api,
    report: (event: Event) => void events.push(event),
    sleep: async () => undefined,
    signal: abort.signal,
  };
  const payer = { provider, address, chainId: 8453 };
  const terms = { id, user: { email: "pat@example.com" }, capAmount: null, shown };
  return { events, asked, paid, parts, payer, terms };
}

const steps = (events: readonly Event[]) =>
  events.flatMap((event) =>
    event.type === "stepped"
      ? [event.step.name === "asking" ? `asking ${event.step.what}` : event.step.name]
      : [event.type],
  );

test("a due payment is prepared, signed and sent", async () => {
  const { events, paid, parts, payer, terms } = way({});

  await pay(terms, payer, parts);

  expect(steps(events)).toEqual(["preparing", "prepared", "asking payment", "sending", "answered"]);
  expect(paid).toEqual([
    {
      id,
      user: { email: "pat@example.com" },
      payerAddress: address,
      terms: shown,
      payment: { validUntil: prepared.payment?.validUntil, signature: "0x5e5e" },
    },
  ]);
});

test("without a due amount or a cap, no wallet is needed", async () => {
  const { events, paid, parts, terms } = way({});

  await pay({ ...terms, user: null }, null, parts);

  expect(steps(events)).toEqual(["sending", "answered"]);
  expect(paid).toEqual([{ id, terms: shown }]);
});

test("a cap is approved, confirmed on the chain, prepared again and signed before the payment", async () => {
  const prepare = vi
    .fn<PaymentApi["prepare"]>()
    .mockResolvedValueOnce({ ...prepared, cap: aPreparedCap(false) })
    .mockResolvedValueOnce({ ...prepared, cap: { ...aPreparedCap(true), nonce: "0xnew" } });
  const receipts = [null, null, { status: "0x1" }];
  const { events, asked, paid, parts, payer, terms } = way(
    { prepare },
    { eth_getTransactionReceipt: () => receipts.shift() },
  );

  await pay({ ...terms, capAmount: "300.000000" }, payer, parts);

  expect(steps(events)).toEqual([
    "preparing",
    "prepared",
    "asking approval",
    "approving",
    "asking cap",
    "asking payment",
    "sending",
    "answered",
  ]);
  expect(asked.filter((method) => method === "eth_getTransactionReceipt")).toHaveLength(3);
  expect(prepare).toHaveBeenCalledTimes(2);
  expect(prepare.mock.calls[1]?.[0]).toMatchObject({ capAllowance: "300.000000" });
  expect(paid[0]?.cap).toMatchObject({ nonce: "0xnew", signature: "0x5e5e" });
});

test("an approval that the wallet replaced is found by its allowance", async () => {
  const prepare = vi
    .fn<PaymentApi["prepare"]>()
    .mockResolvedValueOnce({ ...prepared, cap: aPreparedCap(false) })
    .mockResolvedValueOnce({ ...prepared, cap: aPreparedCap(true) });
  const { paid, parts, payer, terms } = way({ prepare }, { eth_getTransactionReceipt: () => null });

  await pay({ ...terms, capAmount: "300.000000" }, payer, parts);

  expect(paid).toHaveLength(1);
});

test("a wallet that approves less than the cap needs is not asked for more", async () => {
  const prepare = async () => ({ ...prepared, cap: aPreparedCap(false) });
  const { paid, parts, payer, terms } = way({ prepare });

  await expect(pay({ ...terms, capAmount: "300.000000" }, payer, parts)).rejects.toMatchObject({
    problem: expect.stringContaining("approved less"),
  });
  expect(paid).toEqual([]);
});

test("an approval that fails on the chain ends the payment", async () => {
  const prepare = async () => ({ ...prepared, cap: aPreparedCap(false) });
  const { parts, payer, terms } = way(
    { prepare },
    { eth_getTransactionReceipt: () => ({ status: "0x0" }) },
  );

  await expect(pay({ ...terms, capAmount: "300.000000" }, payer, parts)).rejects.toMatchObject({
    problem: expect.stringContaining("failed on the chain"),
  });
});

test("on another chain nothing is prepared, and the page is told", async () => {
  const { events, paid, parts, payer, terms } = way({}, { eth_chainId: () => "0x1" });

  await expect(pay(terms, payer, parts)).rejects.toMatchObject({ problem: null });

  expect(events.at(-1)).toEqual({ type: "chain-changed", chainId: 1 });
  expect(paid).toEqual([]);
});

test("a declined signature is not sent", async () => {
  const decline = () => {
    throw Object.assign(new Error("No"), { code: 4001 });
  };
  const { paid, parts, payer, terms } = way({}, { eth_signTypedData_v4: decline });

  await expect(pay(terms, payer, parts)).rejects.toMatchObject({ kind: "rejected" });

  expect(paid).toEqual([]);
});

test("a signature that arrives after the payment was abandoned is not sent", async () => {
  const abort = new AbortController();
  const sign = () => {
    abort.abort();
    return "0x5e5e";
  };
  const { paid, parts, payer, terms } = way({}, { eth_signTypedData_v4: sign }, abort);

  await expect(pay(terms, payer, parts)).rejects.toThrow();

  expect(paid).toEqual([]);
});

test("a refusal to prepare or to pay shows the record as it is now, and is thrown", () =>
  forRows(["prepare", "pay"] as const, async (call) => {
    const refusal = new ApiError("refused", "Checkout session is not PENDING.");
    const refuse = async () => {
      throw refusal;
    };
    const payable = aCheckout({ status: "PAID" });
    const { events, parts, payer, terms } = way({
      [call]: refuse,
      view: async () => payable,
    });

    await expect(pay(terms, payer, parts)).rejects.toBe(refusal);

    expect(events.at(-1)).toEqual({ type: "viewed-again", payable });
  }));

test("changed terms are shown, and nothing is signed or paid", () =>
  forRows(["prepare", "pay"] as const, async (call) => {
    const payable = aCheckout({ terms: { ...shown, amountDue: "5.000000" } });
    const { events, asked, paid, parts, payer, terms } = way({
      [call]: async () => {
        throw new ApiError("refused", "The terms have changed since they were shown.");
      },
      view: async () => payable,
    });

    await expect(pay(terms, payer, parts)).rejects.toMatchObject({ problem: null });

    expect(events.at(-1)).toEqual({ type: "viewed-again", payable });
    expect(paid).toEqual([]);
    if (call === "prepare") expect(asked).not.toContain("eth_signTypedData_v4");
  }));

test("a record that is at this address no longer is not offered any more", async () => {
  const gone = async () => {
    throw new ApiError("unknown", "Invoice link was not found.");
  };
  const { events, parts, payer, terms } = way({ prepare: gone });

  await expect(pay(terms, payer, parts)).rejects.toMatchObject({ problem: null });

  expect(events.at(-1)).toEqual({ type: "not-found" });
});
