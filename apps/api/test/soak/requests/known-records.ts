import type { Records } from "../../fuzz/fitting-values.ts";
import type { HttpAnswer } from "../../fuzz/http.ts";
import type { Known } from "../../fuzz/known.ts";

/** How many sets of records are remembered: the newest, as old ones have had their turn. */
const max = 60;

/** Under which name requests take the id of a record that answers call otherwise. */
const named: Readonly<Record<string, string>> = { plan: "paymentPlanId" };

/** Which records are there, learned from answers, so that requests name some that fit each other. */
export class KnownRecords {
  readonly #sets: Known[] = [];

  add(known: Known): void {
    this.#sets.unshift(known);
    this.#sets.length = Math.min(this.#sets.length, max);
  }

  /** @param index any whole number; there are none before the first is added */
  at(index: number): Known {
    const known = this.#sets[index % this.#sets.length];
    if (known === undefined) throw new Error("No records are known yet.");
    return known;
  }

  /** @param known what the request could name: what its answer does not say is still so */
  learn({ records, keys }: Known, { status, text }: HttpAnswer): void {
    if ((status !== 200 && status !== 201) || text === "") return;
    const body = JSON.parse(text);
    for (const [noun, record] of Object.entries<Record<string, unknown>>(
      body.result?.data ?? body,
    )) {
      if (typeof record?.id !== "string") continue;
      const own = { ...idsIn(record), [named[noun] ?? `${noun}Id`]: record.id };
      this.add({ keys, records: { ...records, ...own } });
    }
  }
}

/** The records that a record names. */
function idsIn(record: Readonly<Record<string, unknown>>): Records {
  const ids = Object.entries(record).filter(
    (field): field is [string, string] => /\wId$/.test(field[0]) && typeof field[1] === "string",
  );
  return Object.fromEntries(ids);
}
