import { read } from "../../operation/define.ts";
import { TestClockPage, TestClockQuery } from "../../schemas/test-clocks.ts";
import { findTestClocks } from "./store.ts";

export const listTestClocks = read("GET /test-clocks", {
  name: "testClocks.list",
  summary: "List test clocks, newest first",
  description: "Returns one page of your clocks.",
  input: TestClockQuery,
  output: TestClockPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findTestClocks(db, tenant, query);
    return { testClocks: rows, nextCursor: next };
  },
});
