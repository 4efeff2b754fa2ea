import { createHash } from "node:crypto";

/** How many statements have a name at most: Postgres keeps each, for each connection, until that ends. */
const maxNames = 300;
/** What is sent less often than this is not worth being kept. */
const timesBefore = 3;

/** What begins and ends transactions has no plan that could be kept. */
const noPlan = /^(BEGIN|COMMIT|ROLLBACK)/;

/**
 * Names the statements that are sent again and again, so that Postgres reads and plans each once a
 * connection. Texts that vary, as those with lists of ids do, stay without a name.
 *
 * @returns the name of a statement's text; undefined while it has none
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const sent = new Map<string, number>();
  return (text) => {
    if (noPlan.test(text)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    const times = (sent.get(text) ?? 0) + 1;
    if (times <= timesBefore) {
      if (sent.size >= 10 * maxNames) sent.clear();
      sent.set(text, times);
      return undefined;
    }
    sent.delete(text);
    const name = `s${createHash("sha256").update(text).digest("hex").slice(0, 20)}`;
    names.set(text, name);
    return name;
  };
}
