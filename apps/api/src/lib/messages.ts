/*
 * How a field says what is wrong with it. Zod gives an issue its whole path when it is finished,
 * so `owner.email is required.` needs no name passed around.
 */

export interface IssueAt {
  readonly path?: PropertyKey[] | undefined;
  readonly input?: unknown;
}

export const nameOf = (issue: IssueAt) => (issue.path ?? []).map(String).join(".");

/** `<field> <rule>` */
export const says = (rule: string) => ({ error: (issue: IssueAt) => `${nameOf(issue)} ${rule}` });

/** `<field> is required.` when there is no value, else `<field> <rule>` */
export const requiredOr = (rule: string) => (issue: IssueAt) =>
  issue.input === undefined || issue.input === null
    ? `${nameOf(issue)} is required.`
    : `${nameOf(issue)} ${rule}`;

export const atMost = (length: number) => says(`must be at most ${length} characters.`);
