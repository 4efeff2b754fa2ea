import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type AnySoak, type Option, type Value, wholeNumber } from "./define-soak.ts";

/** What was typed is no soak; the message says what is. */
export class SoakUsage extends Error {
  override readonly name = "SoakUsage";
}

/** @throws SoakUsage */
export function readWords(
  soaks: readonly AnySoak[],
  [name, ...words]: readonly string[],
): { readonly soak: AnySoak; readonly options: Readonly<Record<string, Value>> } {
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
    const value = text === undefined ? option.fallback : option.read(text);
    if (value === null) throw new SoakUsage(`--${flag} must be ${option.allowed}.`);
    return [one, value] as const;
  });
  return { soak, options: Object.fromEntries(options) };
}

function parsed(soak: AnySoak, words: readonly string[], flags: readonly string[]) {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: "string" as const }]));
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    throw new SoakUsage(`${error instanceof Error ? error.message : ""}\n${usageOf([soak])}`);
  }
}

const optionsOf = ({ options }: AnySoak): Readonly<Record<string, Option | Option<string>>> => ({
  seed: wholeNumber(randomInt(2 ** 32), 0, 2 ** 32 - 1),
  ...options,
});

function usageOf(soaks: readonly AnySoak[]): string {
  const lines = soaks.map(({ name, options }) => {
    const flags = Object.entries(options).map(
      ([one, { fallback }]) => `[--${flagOf(one)} ${fallback === "" ? "…" : fallback}]`,
    );
    return `pnpm soak ${[name, "[--seed N]", ...flags].join(" ")}`;
  });
  return `Usage: ${lines.join("\n       ")}`;
}

/** `postgresKills` is `--postgres-kills`. */
const flagOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
