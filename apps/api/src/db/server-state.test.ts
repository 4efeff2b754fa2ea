import { expect, it } from "vitest";
import { missingStandbys, standbysIn } from "./server-state.ts";

it.each([
  ["", 0],
  ["*", 1],
  ["a, b", 1],
  ["first_of_all", 1],
  ["2 (a, b, c)", 2],
  ["FIRST 2 (a, b)", 2],
  ["any 3 (*)", 3],
])("counts the standbys that commits wait for with %j", (names, count) => {
  expect(standbysIn(names)).toBe(count);
});

it.each([
  [0, { standbyNames: "", commit: "local" }, null],
  [1, { standbyNames: "*", commit: "on" }, null],
  [1, { standbyNames: "*", commit: "remote_apply" }, null],
  [1, { standbyNames: "*", commit: "remote_write" }, "synchronous_commit"],
  [1, { standbyNames: "", commit: "on" }, "synchronous_standby_names"],
  [2, { standbyNames: "a, b", commit: "on" }, "synchronous_standby_names"],
])("with %i to wait for, judges %j", (standbys, state, reason) => {
  const found = missingStandbys(state, standbys);
  if (reason === null) expect(found).toBe(null);
  else expect(found).toContain(reason);
});
