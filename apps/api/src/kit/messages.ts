/*
 * Error messages of fields. A finished Zod issue has the whole path of its field, so `owner.email is required.`
 * needs no name in the schema.
 */

export interface IssueAt {
  readonly path?: PropertyKey[] | undefined;
  readonly input?: unknown;
}

/** The path of a field, such as `owner.email`. */
export const nameOf = (issue: IssueAt) => (issue.path ?? []).map(String).join(".");

/** `<field> <rule>` */
export const says = (rule: string) => ({ error: (issue: IssueAt) => `${nameOf(issue)} ${rule}` });

/** `<field> is required.` when the value is missing, else `<field> <rule>` */
export const requiredOr = (rule: string) => (issue: IssueAt) =>
  issue.input === undefined || issue.input === null
    ? `${nameOf(issue)} is required.`
    : `${nameOf(issue)} ${rule}`;

/** The rule on the length of a text. */
export const atMost = (length: number) => says(`must be at most ${length} characters.`);

/** The maximum number of characters of a name that the caller made up, in a message about it. */
const maxOfName = 100;

/** The path of the first field that an object should not have. @param issue with the names of such fields as `keys` */
export const unknownNameOf = ({ path = [], keys }: IssueAt & { keys: readonly string[] }) =>
  nameOf({ path: [...path, ...keys.slice(0, 1)] });

/** `<field> is not a known parameter.` */
export function unknownRule(name: string): string {
  const shown = name.length > maxOfName ? `${name.slice(0, maxOfName)}…` : name;
  return `${(shown || '""').toWellFormed()} is not a known parameter.`;
}

/** Returns the message about an unknown field of an object, or `other` for other issues. */
export const unknownOr =
  (other: (issue: IssueAt) => string) =>
  (issue: IssueAt & { keys?: readonly string[] }): string => {
    const { path, keys } = issue;
    return keys === undefined ? other(issue) : unknownRule(unknownNameOf({ path, keys }));
  };
