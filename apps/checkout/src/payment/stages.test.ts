import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { aCheckout, aPayment } from "../../test/harness/pure.ts";
import type { Asked, Step } from "../wallet/state.ts";
import { type ProgressScreen, stagesOf } from "./stages.ts";

/** The stages in a line: `+` is done, `>` is under way. */
function line(
  screen: ProgressScreen,
  {
    payable = aCheckout(),
    step = { name: "filling" },
    asks = [],
  }: {
    payable?: ReturnType<typeof aCheckout>;
    step?: Step;
    asks?: readonly Asked[];
  },
): string {
  const marks = { done: "+", now: ">", "to-do": "" };
  return stagesOf({ payable, step, asks }, screen)
    .map(({ name, standing }) => `${marks[standing]}${name}`)
    .join(" ");
}

const free = aCheckout({ amountDue: "0.000000" });
const hash = `0x${"5e".repeat(32)}`;
const all: readonly Asked[] = ["cap", "permit", "payment"];

test("the stages follow the payment", () =>
  forRows(
    [
      [line("preparing", {}), ">payment send confirm"],
      [
        line("asking", { step: { name: "asking", what: "payment" }, asks: ["payment"] }),
        ">payment send confirm",
      ],
      [
        line("asking", { step: { name: "asking", what: "cap" }, asks: all }),
        ">cap permit payment send confirm",
      ],
      [
        line("sending", { step: { name: "sending" }, asks: all }),
        "+cap +permit +payment >send confirm",
      ],
      [line("sending", { payable: free, step: { name: "sending" } }), ">subscribe"],
      [
        line("sending", { payable: free, step: { name: "sending" }, asks: ["cap"] }),
        "+cap >subscribe",
      ],
      [
        line("under-way", { payable: aCheckout({ payment: aPayment() }) }),
        "+payment >send confirm",
      ],
      [
        line("under-way", { payable: aCheckout({ payment: aPayment({ status: "SUBMITTED" }) }) }),
        "+payment +send >confirm",
      ],
    ],
    (stages, expected) => {
      expect(stages).toBe(expected);
    },
  ));

test("a sent payment has its transaction hash", () => {
  const payment = aPayment({ status: "SUBMITTED", transactionHash: hash });
  const session = {
    payable: aCheckout({ payment }),
    step: { name: "filling" },
    asks: [],
  } as const;

  expect(stagesOf(session, "under-way").map(({ transactionHash }) => transactionHash)).toEqual([
    null,
    hash,
    null,
  ]);
});
