import type { Door } from "../harness/doors.ts";

/** Long hexadecimal texts, longer than any hash: a signature, a signed transaction, a call. */
const longHex = /^0x[0-9a-f]{130,}$/i;

/** Secrets that only their owners may read, which are recognizable wherever they leak. */
export class Canaries {
  readonly #all = new Map<string, string>();

  /** @param kind the name that a report uses for it */
  add(kind: string, text: string): void {
    if (text !== "") this.#all.set(text, kind);
  }

  get kinds(): string[] {
    return [...new Set(this.#all.values())].sort();
  }

  /** The kinds of secrets in a text, never the secrets themselves. */
  foundIn(text: string): string[] {
    const found = [...this.#all].filter(([canary]) => text.includes(canary));
    return [...new Set(found.map(([, kind]) => kind))].sort();
  }

  /** A door that remembers the secrets that callers send and receive. */
  behind(door: Door): Door {
    return {
      name: door.name,
      call: async (url, operation, input, ...rest) => {
        this.#collect(input, "");
        const answer = await door.call(url, operation, input, ...rest);
        this.#collect(answer.body, "");
        return answer;
      },
    };
  }

  #collect(value: unknown, field: string): void {
    if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) this.#collect(inner, name);
    }
    if (typeof value !== "string") return;
    if (/^\S+@\S+$/.test(value)) this.add("e-mail", value);
    if (field === "secret")
      this.add(value.startsWith("whsec_") ? "webhook secret" : "API key", value);
    if (longHex.test(value)) this.add("signature", value);
  }
}
