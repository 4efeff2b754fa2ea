import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { isShownAtStart } from "./startup-log.ts";

it("while the service starts, errors and warnings are shown, and what is normal is not", () =>
  forRows(
    [
      ["an error", { level: 50, msg: "a job failed" }, true],
      ["a warning", { level: 40, msg: "slow query" }, true],
      ["what is normal", { level: 30, msg: "listening" }, false],
      ["a request", { level: 20, msg: "request answered", status: 201 }, false],
      [
        "a request that fails as expected",
        { level: 50, msg: "request answered", status: 500 },
        false,
      ],
    ],
    (_, line, isShown) => {
      expect(isShownAtStart(JSON.stringify(line))).toBe(isShown);
    },
  ));
