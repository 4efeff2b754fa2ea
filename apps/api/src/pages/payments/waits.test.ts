import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { waitUntil } from "./payment-state.ts";

const at = (second: number) => new Date(second * 1_000);

it("a wallet waits after failures until its time", () =>
  forRows(
    [
      [[], null],
      [[at(100)], at(130)],
      [[at(100), at(50)], at(160)],
      [[at(1), at(2), at(3), at(4)], at(244)],
      [Array.from({ length: 40 }, () => at(10)), at(3_610)],
    ],
    (failures, until) => {
      expect(waitUntil(failures)).toEqual(until);
    },
  ));
