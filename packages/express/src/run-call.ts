import type { Gate, GateCall, GateResult } from "@usance/sdk";

/** What a call has used. */
export interface Use {
  /** What it cost, in USDC. Default: its price, or the most that it may cost, or what the rate card says. */
  readonly amount?: string;
  /** How many units it has used. Default: what the terms say. */
  readonly quantity?: string;
}

/** A call whose money is set aside. */
export interface BegunCall {
  /** Charges what the call has used. @throws UsanceError when it is refused, and nothing was charged */
  charge(use: Use): Promise<void>;
  /** Charges nothing, and gives back what was set aside. */
  release(): Promise<void>;
}

/** Sets aside what a call may cost. @throws UsanceError when it cannot be */
export function beginCall(gate: Gate, call: GateCall): Promise<BegunCall> {
  return new Promise((resolve, reject) => {
    const ended: Promise<GateResult<undefined>> = gate.run(
      call,
      () =>
        new Promise((done, fail) => {
          resolve({
            charge: async ({ amount = call.max, quantity = call.quantity }) => {
              done({ quantity, value: undefined, ...(amount !== undefined && { amount }) });
              await ended;
            },
            release: async () => {
              fail(released);
              await ended.catch(rethrowOther);
            },
          });
        }),
    );
    ended.catch(reject);
  });
}

const released = new Error("The call is not charged.");

function rethrowOther(error: unknown): void {
  if (error !== released) throw error;
}
