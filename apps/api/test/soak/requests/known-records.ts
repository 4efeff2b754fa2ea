import type { Records } from "../../fuzz/fitting-values.ts";
import type { HttpAnswer } from "../../fuzz/http.ts";
import type { Known } from "../../fuzz/known.ts";

/** How many sets of records are remembered. The oldest are forgotten first. */
const max = 60;

/** The name of the request's field for an id that responses show under another name. */
const named: Readonly<Record<string, string>> = { plan: "paymentPlanId" };

/** Existing records, collected from responses, so that requests can name records that belong together. */
export class KnownRecords {
  readonly #sets: Known[] = [];

  add(known: Known): void {
    this.#sets.unshift(known);
    this.#sets.length = Math.min(this.#sets.length, max);
  }

  /** @param index any whole number; at least one set must have been added before */
  at(index: number): Known {
    const known = this.#sets[index % this.#sets.length];
    if (known === undefined) throw new Error("No records are known yet.");
    return known;
  }

  /** @param known the records that the request could name, for those that the response does not show */
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

/** The ids of the records that a record names. */
function idsIn(record: Readonly<Record<string, unknown>>): Records {
  const ids = Object.entries(record).filter(
    (field): field is [string, string] => /\wId$/.test(field[0]) && typeof field[1] === "string",
  );
  return Object.fromEntries(ids);
}
