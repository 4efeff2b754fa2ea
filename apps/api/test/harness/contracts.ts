/** Parses the output of `usance contracts` into environment variables. */
export const settingsIn = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => line.split("=")));
