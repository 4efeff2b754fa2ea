import { testStateTable } from "../../test/harness/state-tables.ts";
import { emailStates } from "./states.ts";

const ended = { accept: null, skip: null, fail: null, lose: null };

testStateTable("an e-mail", emailStates, {
  PENDING: { accept: "SENT", skip: "SKIPPED", fail: "FAILED", lose: "UNCERTAIN" },
  SENT: ended,
  SKIPPED: ended,
  FAILED: ended,
  UNCERTAIN: ended,
});
