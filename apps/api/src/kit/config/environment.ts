import { readFileSync } from "node:fs";
import { ConfigError } from "./config.ts";
import { variables } from "./variables.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Adds values from files: if `NAME_FILE` is set, `NAME` is the content of that file, without the final line break.
 * This keeps secrets out of the environment, where other programs on the machine and crash reports may see them. Empty
 * variables count as not set.
 *
 * @throws ConfigError with a line for each file that cannot be read, or whose variable is also set
 */
export function withSecretFiles(
  environment: Environment,
  names = Object.keys(variables),
): Environment {
  const troubles: string[] = [];
  const read: Record<string, string> = {};
  for (const name of names) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    if (environment[name]) {
      troubles.push(`${name} and ${name}_FILE are both set.`);
      continue;
    }
    try {
      read[name] = readFileSync(path, "utf8").replace(/\r?\n$/, "");
      if (read[name] === "") troubles.push(`${name}_FILE: ${path} is empty.`);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "no file";
      troubles.push(`${name}_FILE: ${path} cannot be read (${code}).`);
    }
  }
  if (troubles.length > 0) throw new ConfigError(troubles.join("\n"));
  return { ...environment, ...read };
}
