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
  const terms = { id, user: { email: "pat@example.com" }, cap: null, shown };
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

const cap = { perPeriod: "25.000000" };

test("a cap and an allowance are signed, and no payment", async () => {
  const prepare = async () => ({ ...prepared, payment: null, cap: aPreparedCap("340.000000") });
  const { events, asked, paid, parts, payer, terms } = way({ prepare });

  await pay({ ...terms, cap }, payer, parts);

  expect(steps(events)).toEqual([
    "preparing",
    "prepared",
    "asking cap",
    "asking permit",
    "sending",
    "answered",
  ]);
  expect(events).toContainEqual({
    type: "stepped",
    step: { name: "asking", what: "permit", allowance: "340.000000", others: "40.000000" },
  });
  expect(new Set(asked)).toEqual(new Set(["eth_chainId", "eth_signTypedData_v4"]));
  const { typedData: _, permit: __, ...limits } = aPreparedCap(null);
  expect(paid[0]?.payment).toBeUndefined();
  expect(paid[0]?.cap).toEqual({
    ...limits,
    signature: "0x5e5e",
    permit: { allowance: "340.000000", deadline: 1_801_400_400, signature: "0x5e5e" },
  });
});

test("a wallet that allows enough signs the cap alone", async () => {
  const prepare = async () => ({ ...prepared, payment: null, cap: aPreparedCap(null) });
  const { events, paid, parts, payer, terms } = way({ prepare });

  await pay({ ...terms, cap }, payer, parts);

  expect(steps(events)).toEqual(["preparing", "prepared", "asking cap", "sending", "answered"]);
  expect(paid[0]?.cap).not.toHaveProperty("permit");
});

test("a wallet whose other caps wait for their first payment is asked to allow those too, once", async () => {
  const prepare = vi.fn<PaymentApi["prepare"]>().mockImplementation(async (input) => ({
    ...prepared,
    payment: null,
    cap: aPreparedCap(input.cap?.allowance ? String(input.cap.allowance) : "300.000000"),
  }));
  const refusal = new ApiError(
    "refused",
    "The wallet allows 300.000000 USDC to the collector; the spending cap needs 450.000000 USDC.",
  );
  const answer = vi
    .fn<PaymentApi["pay"]>()
    .mockRejectedValueOnce(refusal)
    .mockResolvedValue(status);
  const { parts, payer, terms } = way({ prepare, pay: answer, view: async () => aCheckout() });

  await pay({ ...terms, cap }, payer, parts);

  expect(prepare.mock.calls.map(([input]) => input.cap?.allowance)).toEqual([null, "450.000000"]);
  expect(answer.mock.calls[1]?.[0].cap?.permit).toMatchObject({ allowance: "450.000000" });

  answer.mockReset().mockRejectedValue(refusal);
  await expect(pay({ ...terms, cap }, payer, parts)).rejects.toBe(refusal);
  expect(answer).toHaveBeenCalledTimes(2);
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
