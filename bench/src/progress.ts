/** Shows how far a benchmark has come, on standard error, so that standard output has its tables alone. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
