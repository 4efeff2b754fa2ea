/** What `usance contracts` prints, as the environment that it is put into. */
export const settingsIn = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => line.split("=")));
