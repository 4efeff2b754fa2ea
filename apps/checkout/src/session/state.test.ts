import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { aCheckout, aPayment } from "../../test/harness/pure.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { type Event, mayChange, type OpenSession, reduce, type Screen, screenOf } from "./state.ts";

const wallet: Wallet = {
  id: "1",
  name: "Fox",
  icon: null,
  provider: { request: async () => null },
};
const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** What is on the page after these events, in order. */
function after(payable = aCheckout(), ...events: Event[]): OpenSession {
  const state = [{ type: "viewed", payable } as const, ...events].reduce(reduce, {
    name: "loading",
  });
  if (state.name !== "open") throw new Error(`The session is ${state.name}.`);
  return state;
}

const read = (status: OpenSession["payable"]["status"], payment = aPayment()): Event => ({
  type: "status-read",
  status: { status, payment },
});
const connected = (chainId = 8453): Event => ({
  type: "connected",
  connection: { wallet, address, chainId },
});
const asking: Event = { type: "stepped", step: { name: "asking", what: "payment" } };
const sending: Event = { type: "stepped", step: { name: "sending" } };

test("a session is shown as its state", () =>
  forRows<[string, OpenSession["payable"], Screen]>(
    [
      ["a pending session", aCheckout(), "payable"],
      ["an expired session", aCheckout({ status: "EXPIRED" }), "expired"],
      ["a cancelled session", aCheckout({ status: "CANCELLED" }), "cancelled"],
      ["a paid session", aCheckout({ status: "PAID" }), "already-paid"],
      ["a seller without an address", aCheckout({ chain: null }), "closed"],
      [
        "a seller without an address, and nothing due",
        aCheckout({ chain: null, amountDue: "0.000000" }),
        "payable",
      ],
      ["a started payment", aCheckout({ payment: aPayment() }), "under-way"],
      ["a sent payment", aCheckout({ payment: aPayment({ status: "SUBMITTED" }) }), "under-way"],
      [
        "a sent payment of a session that expired later",
        aCheckout({ status: "EXPIRED", payment: aPayment({ status: "SUBMITTED" }) }),
        "under-way",
      ],
      [
        "a payment that failed before the page opened",
        aCheckout({ payment: aPayment({ status: "FAILED" }) }),
        "payable",
      ],
      [
        "a failed payment of an expired session",
        aCheckout({ status: "EXPIRED", payment: aPayment({ status: "FAILED" }) }),
        "expired",
      ],
    ],
    (_, payable, screen) => {
      expect(screenOf(after(payable))).toBe(screen);
    },
  ));

test("events change what is shown", () =>
  forRows<[string, Event[], Screen]>(
    [
      [
        "the wallet is asked to connect",
        [{ type: "stepped", step: { name: "connecting", walletId: "1" } }],
        "connecting",
      ],
      ["the wallet is connected", [connected()], "payable"],
      ["the wallet is on another chain", [connected(1)], "wrong-chain"],
      [
        "the wallet switches to the chain",
        [connected(1), { type: "chain-changed", chainId: 8453 }],
        "payable",
      ],
      [
        "the wallet switches to another chain",
        [connected(), { type: "chain-changed", chainId: 1 }],
        "wrong-chain",
      ],
      ["the wallet is asked to sign", [connected(), asking], "asking"],
      [
        "the wallet's owner declines",
        [connected(), asking, { type: "stopped", problem: "No." }],
        "payable",
      ],
      [
        "the session expires while the wallet asks its owner",
        [
          connected(),
          asking,
          { type: "status-read", status: { status: "EXPIRED", payment: null } },
        ],
        "expired",
      ],
      ["the payment is sent", [connected(), sending], "sending"],
      [
        "the payment is accepted",
        [
          connected(),
          sending,
          { type: "answered", status: { status: "PENDING", payment: aPayment() } },
        ],
        "under-way",
      ],
      [
        "the payment is confirmed",
        [sending, read("PENDING"), read("PAID", aPayment({ status: "CONFIRMED" }))],
        "paid",
      ],
      [
        "the payment fails",
        [read("PENDING"), read("PENDING", aPayment({ status: "FAILED" }))],
        "failed",
      ],
      [
        "the failure is dismissed",
        [
          read("PENDING"),
          read("PENDING", aPayment({ status: "FAILED" })),
          { type: "failure-seen" },
        ],
        "payable",
      ],
      [
        "nothing is due",
        [sending, { type: "answered", status: { status: "PAID", payment: null } }],
        "paid",
      ],
      [
        "another tab pays",
        [{ type: "status-read", status: { status: "PAID", payment: null } }],
        "already-paid",
      ],
      [
        "another tab pays while this tab signs",
        [connected(), asking, read("PENDING")],
        "under-way",
      ],
      [
        "the seller cancels",
        [{ type: "status-read", status: { status: "CANCELLED", payment: null } }],
        "cancelled",
      ],
    ],
    (_, events, screen) => {
      expect(screenOf(after(aCheckout(), ...events))).toBe(screen);
    },
  ));

test("after a session has expired, the wallet gets no more requests", () => {
  const expired: Event = { type: "status-read", status: { status: "EXPIRED", payment: null } };

  expect(after(aCheckout(), connected(), asking, expired).step).toEqual({ name: "filling" });
});

test("a payment being sent is decided by its response, not by the clock", () => {
  const expired: Event = { type: "status-read", status: { status: "EXPIRED", payment: null } };

  expect(screenOf(after(aCheckout(), connected(), sending, expired))).toBe("sending");
});

test("the next step clears a problem and keeps the wallet", () => {
  const session = after(aCheckout(), connected(), asking, { type: "stopped", problem: "No." });
  expect(session).toMatchObject({ problem: "No.", connection: { address } });

  expect(reduce(session, asking)).toMatchObject({ problem: null, connection: { address } });
});

test("a wallet without accounts is not connected", () => {
  const gone: Event = { type: "account-changed", address: null };
  expect(after(aCheckout(), connected(), gone).connection).toBeNull();
});

test("a wallet that changes its account pays from the new one", () => {
  const changed: Event = { type: "account-changed", address: "0x1" };
  expect(after(aCheckout(), connected(), changed).connection).toMatchObject({ address: "0x1" });
});

test("a session is polled while it can change", () =>
  forRows<[string, OpenSession, boolean]>(
    [
      ["open", after(), true],
      ["in progress", after(aCheckout({ payment: aPayment() })), true],
      ["paid", after(aCheckout({ status: "PAID" })), false],
      ["cancelled", after(aCheckout({ status: "CANCELLED" })), false],
      ["expired", after(aCheckout({ status: "EXPIRED" })), false],
      [
        "expired after a payment that may be late",
        after(aCheckout({ status: "EXPIRED", payment: aPayment({ status: "FAILED" }) })),
        true,
      ],
    ],
    (_, session, again) => {
      expect(mayChange(session)).toBe(again);
    },
  ));

test("a page without a session ignores late results", () => {
  expect(reduce({ name: "unknown" }, asking)).toEqual({ name: "unknown" });
});
