import { expect, it } from "vitest";
import type { LogFields } from "../../kit/log.ts";
import { loggedReadiness } from "./logged-readiness.ts";

const silent = { reasons: ["The database does not answer."], warnings: [] };
const poor = { reasons: ["The signer cannot pay."], warnings: [] };
const ready = { reasons: [], warnings: ["A merchant is blacklisted."] };

it("logs a change of its reasons once, with the error, and that there are none any more", async () => {
  const lines: object[] = [];
  const say = (level: string) => (about: LogFields, msg: string) =>
    void lines.push({ level, ...about, msg });
  const cause = new Error("connect ECONNREFUSED");
  const found = [ready, { ...silent, cause }, { ...silent, cause }, poor, ready, ready, silent];
  const readiness = loggedReadiness(async () => found.shift() ?? ready, {
    info: say("info"),
    warn: say("warn"),
  });

  const answers = [];
  while (found.length > 0) answers.push(await readiness());

  expect(lines).toEqual([
    { level: "warn", reason: silent.reasons[0], err: cause, msg: "not ready" },
    { level: "warn", reason: poor.reasons[0], msg: "not ready" },
    { level: "info", msg: "ready again" },
    { level: "warn", reason: silent.reasons[0], msg: "not ready" },
  ]);
  expect(answers).toEqual([ready, silent, silent, poor, ready, ready, silent]);
});
