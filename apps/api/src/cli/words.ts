import {
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
} from "@commander-js/extra-typings";

interface Details {
  /** Example arguments, without `usance`. */
  readonly examples: readonly string[];
  readonly exitCodes?: string;
}

/** Makes a command with its help. The first sentence of its description is its line in the parent's list of commands. */
export function documented(
  name: string,
  description: string,
  { examples, exitCodes = "0 done, 1 failed, 2 wrong usage" }: Details,
) {
  const [firstSentence = ""] = description.split(/\.(?:\s|$)/);
  const lines = examples.map((example) => `  usance ${example}`.trimEnd());
  const title = examples.length === 1 ? "Example:" : "Examples:";
  return new Command(name)
    .description(description)
    .summary(firstSentence)
    .addHelpText("after", ["", title, ...lines, "", `Exit codes: ${exitCodes}`].join("\n"));
}

/** Makes a command that only has subcommands. */
export function group(
  name: string,
  description: string,
  commands: readonly CommandUnknownOpts[],
  examples: readonly string[],
): CommandUnknownOpts {
  const made = documented(name, description, { examples });
  for (const command of commands) made.addCommand(command);
  return made;
}

/** The `--json` option of every command whose result programs may read. */
export const json = ["--json", "print the answer as one line of JSON"] as const;

/** Parses an option's value as a whole number. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

/** Parses an option's value as a list: `a,b`. */
export function listOf<Item>(read: (text: string) => Item): (text: string) => Item[] {
  return (text) => text.split(",").map((one) => read(one.trim()));
}

/** Parses an option's value as one of some words. */
export function oneOf<const Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Allowed: ${words.join(", ")}.`);
  };
}
