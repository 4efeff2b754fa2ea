import { createHash } from "node:crypto";

/** The limit on names: every connection keeps each named statement in memory until it closes. */
const maxNames = 300;
/** A statement gets a name when it is sent once more than this. */
const timesWithoutName = 3;

/** Statements that begin or end a transaction have no plan to keep. */
const noPlan = /^(BEGIN|COMMIT|ROLLBACK)/;

/**
 * Names statements that are sent repeatedly, so that each connection parses and plans them once. Texts that
 * vary, such as those with a list of ids, get no name.
 *
 * @returns a function that gives the name of a statement's text; undefined while it has none
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const sent = new Map<string, number>();
  return (text) => {
    if (noPlan.test(text)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    const times = (sent.get(text) ?? 0) + 1;
    if (times <= timesWithoutName) {
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
