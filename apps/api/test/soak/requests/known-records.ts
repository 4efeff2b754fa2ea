import type { Records } from "../../fuzz/fitting-values.ts";
import type { HttpAnswer } from "../../fuzz/http.ts";

/** How many sets of records are remembered: the newest, as old ones have had their turn. */
const most = 60;

/** Under which name requests take the id of a record that answers call otherwise. */
const named: Readonly<Record<string, string>> = { plan: "paymentPlanId" };

/** Which records are there, learnt from answers, so that requests name some that fit each other. */
export class KnownRecords {
  readonly #sets: Records[] = [];

  add(records: Records): void {
    this.#sets.unshift(records);
    this.#sets.length = Math.min(this.#sets.length, most);
  }

  /** @param index any whole number */
  at(index: number): Records {
    return this.#sets[index % this.#sets.length] ?? {};
  }

  /** @param of what the request named: what its answer does not say is still so */
  learn(of: Records, { status, text }: HttpAnswer): void {
    if (status !== 200 && status !== 201) return;
    const body = JSON.parse(text);
    for (const [noun, record] of Object.entries<Record<string, unknown>>(
      body.result?.data ?? body,
    )) {
      if (typeof record?.id !== "string") continue;
      const ids = Object.entries(record).flatMap(([name, value]) =>
        /\wId$/.test(name) && typeof value === "string" ? [[name, value] as const] : [],
      );
      this.add({ ...of, ...Object.fromEntries(ids), [named[noun] ?? `${noun}Id`]: record.id });
    }
  }
}
