import { publicQuery } from "../../operation/define.ts";
import { Readiness } from "../../schemas/system.ts";
import { databaseSilent } from "./get-readiness.ts";

/** Whether the service can do all its work, for load balancers. */
export const getReady = publicQuery("GET /ready", {
  name: "ready",
  summary: "Check that the service can do all its work",
  description:
    "Returns 503 with the reasons while there is a problem with the database, the settlement chain or the account that sends settlements. During a chain problem, everything that needs no chain still works.",
  alsoStatus: 503,
  otherExample: { ready: false, reasons: [databaseSilent], warnings: [] },
  output: Readiness,
  run: async ({ readiness, reply }) => {
    const { reasons, warnings } = await readiness();
    const ready = reasons.length === 0;
    if (!ready) reply.status = 503;
    return { ready, reasons: [...reasons], warnings: [...warnings] };
  },
});
