/** The result of one check, in words. `open`: the check could not be made. */
export interface Finding {
  readonly outcome: "good" | "bad" | "open";
  readonly words: string;
}

export const good = (words: string): Finding => ({ outcome: "good", words });
export const bad = (words: string): Finding => ({ outcome: "bad", words });
export const open = (words: string): Finding => ({ outcome: "open", words });

export const judged = (holds: boolean, words: { good: string; bad: string }): Finding =>
  holds ? good(words.good) : bad(words.bad);
