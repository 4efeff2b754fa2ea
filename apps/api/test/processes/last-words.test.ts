import { expect, test } from "vitest";
import { run } from "./entry.ts";

const src = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

test.each([
  ["a thrown error", "setTimeout(() => { throw error; });"],
  ["a rejected promise", "void Promise.reject(error);"],
])("%s and is not caught ends the process with one safe log line", async (_, fails) => {
  const program = `
    import { openLog } from ${src("kit/log/open-log.ts")};
    import { haveLastWordsLogged } from ${src("server/process/last-words.ts")};
    haveLastWordsLogged(openLog({ level: "info", secrets: ["hunter2"] }));
    const error = Object.assign(new Error("no login with hunter2"), { headers: { key: "hunter2" } });
    ${fails}
  `;
  const words = ["--input-type=module", "--eval", program];

  const ended = run([process.execPath, ...words], {});

  expect(await ended.ended).toBe(1);
  expect(ended.err()).toBe("");
  expect(JSON.parse(ended.out())).toMatchObject({
    level: 50,
    msg: "uncaught error: the process exits",
    err: { type: "Error", message: "no login with [secret]" },
  });
  expect(ended.out()).not.toContain("hunter2");
});
