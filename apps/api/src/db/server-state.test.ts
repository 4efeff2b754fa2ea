import { expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { missingStandbys, standbysIn } from "./server-state.ts";

it("counts the standbys that commits wait for", () =>
  forRows(
    [
      ["", 0],
      ["*", 1],
      ["a, b", 1],
      ["first_of_all", 1],
      ["2 (a, b, c)", 2],
      ["FIRST 2 (a, b)", 2],
      ["any 3 (*)", 3],
    ],
    (names, count) => {
      expect(standbysIn(names)).toBe(count);
    },
  ));

it("judges whether commits wait for enough standbys", () =>
  forRows(
    [
      [0, { standbyNames: "", commit: "local" }, null],
      [1, { standbyNames: "*", commit: "on" }, null],
      [1, { standbyNames: "*", commit: "remote_apply" }, null],
      [1, { standbyNames: "*", commit: "remote_write" }, "synchronous_commit"],
      [1, { standbyNames: "", commit: "on" }, "synchronous_standby_names"],
      [2, { standbyNames: "a, b", commit: "on" }, "synchronous_standby_names"],
    ],
    (standbys, state, reason) => {
      const found = missingStandbys(state, standbys);
      if (reason === null) expect(found).toBe(null);
      else expect(found).toContain(reason);
    },
  ));
