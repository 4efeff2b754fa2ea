import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type Choices, type Options, type Soak, wholeNumber } from "./define-soak.ts";

/** What was typed is no soak; the message says what is. */
export class SoakUsage extends Error {
  override readonly name = "SoakUsage";
}

/** @throws SoakUsage */
export function readWords(
  soaks: readonly Soak[],
  [name, ...words]: readonly string[],
): { readonly soak: Soak; readonly options: Options<Choices> } {
  const soak = soaks.find((one) => one.name === name);
  if (soak === undefined) throw new SoakUsage(usageOf(soaks));
  const known = Object.entries(optionsOf(soak)).map(
    ([one, option]) => [flagOf(one), one, option] as const,
  );
  const values = parsed(
    soak,
    words,
    known.map(([flag]) => flag),
  );
  const options = known.map(([flag, one, option]) => {
    const text = values[flag];
    if (text === undefined) return [one, option.fallback] as const;
    const value = option.read(text);
    if (value === null) throw new SoakUsage(`--${flag} must be ${option.allowed}.`);
    return [one, value] as const;
  });
  return { soak, options: Object.fromEntries(options) as Options<Choices> };
}

function parsed(soak: Soak, words: readonly string[], flags: readonly string[]) {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: "string" as const }]));
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    throw new SoakUsage(`${error instanceof Error ? error.message : ""}\n${usageOf([soak])}`);
  }
}

const optionsOf = ({ options }: Soak): Choices => ({
  seed: wholeNumber(randomInt(2 ** 32), 0, 2 ** 32 - 1),
  ...options,
});

function usageOf(soaks: readonly Soak[]): string {
  const lines = soaks.map(({ name, options }) => {
    const flags = Object.entries(options).map(
      ([one, { fallback, allowed }]) => `[--${flagOf(one)} ${fallback ?? `<${allowed}>`}]`,
    );
    return `pnpm soak ${[name, "[--seed N]", ...flags].join(" ")}`;
  });
  return `Usage: ${lines.join("\n       ")}`;
}

/** `postgresKills` is `--postgres-kills`. */
const flagOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
