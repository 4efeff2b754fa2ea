import { expect, it } from "vitest";
import { statementNames } from "./client.ts";

it("gives a repeated statement one name", () => {
  const nameOf = statementNames();
  const sent = Array.from({ length: 6 }, () => nameOf("SELECT 1"));

  expect(sent.slice(0, 3)).toEqual([undefined, undefined, undefined]);
  expect(sent[3]).toMatch(/^s[0-9a-f]{20}$/);
  expect(new Set(sent.slice(3)).size).toBe(1);
});

it("limits the number of names, and keeps the ones it gave", () => {
  const nameOf = statementNames();
  const texts = Array.from({ length: 400 }, (_, index) => `SELECT ${index}`);
  for (let time = 0; time < 4; time += 1) for (const text of texts) nameOf(text);

  const names = texts.map(nameOf);

  expect(names.slice(0, 300)).not.toContain(undefined);
  expect(new Set(names.slice(300))).toEqual(new Set([undefined]));
});
