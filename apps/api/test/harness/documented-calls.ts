import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { shapeOf } from "./shape-of.ts";

/**
 * Runs the `curl` blocks of a page in order. If a block of JSON or JSON lines follows, the response must have the same fields
 * with the same values, except for ids, hashes, secrets, addresses and times. Otherwise the response must not be an error.
 *
 * @param variables of the shell, like $KEY; the ids of each response are added, as a reader would copy them
 * @param answered is called with each response, and may wait for its effects
 * @returns how many responses were compared
 */
export async function runDocumentedCalls(
  page: string,
  serviceUrl: string,
  variables: Record<string, string>,
  answered: (answer: unknown) => Promise<void> = async () => undefined,
): Promise<number> {
  let held = 0;
  const calls = page.matchAll(/```sh\n(curl [\s\S]*?)```\n+(?:```(jsonl?)\n([\s\S]*?)```)?/g);
  for (const [, command = "", form, documented] of calls) {
    const script = command.replaceAll("http://127.0.0.1:3000", serviceUrl);
    const { stdout } = await promisify(execFile)("sh", ["-c", script], {
      env: { ...process.env, ...variables },
    });
    if (stdout === "") continue;
    const read = form === "jsonl" ? parseLines : JSON.parse;
    const answer: unknown = read(stdout);
    if (documented === undefined) {
      expect(answer, command).not.toHaveProperty("error");
    } else {
      expect(shapeOf(answer), command).toEqual(shapeOf(read(documented)));
      held += 1;
    }
    collect(answer, variables);
    await answered(answer);
  }
  return held;
}

const parseLines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Stores the id of each noun in a response: {service: {id}} is $SERVICE. */
function collect(answer: unknown, variables: Record<string, string>): void {
  if (typeof answer !== "object" || answer === null) return;
  for (const [noun, of] of Object.entries(answer)) {
    if (typeof of !== "object" || of === null || !("id" in of)) continue;
    variables[noun.replace(/([A-Z])/g, "_$1").toUpperCase()] = String(of.id);
    if ("userId" in of) variables.SUBSCRIBER = String(of.userId);
    if ("subscriptions" in of && Array.isArray(of.subscriptions)) {
      variables.SUBSCRIPTION = String(of.subscriptions[0]?.id ?? "");
    }
  }
}
