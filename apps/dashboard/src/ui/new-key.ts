let made = 0;

/** A key of a row that React shows, unique on this page. */
export function newKey(): string {
  made += 1;
  return String(made);
}
