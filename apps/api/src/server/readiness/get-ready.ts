import { z } from "zod";
import { publicQuery } from "../../operation/define.ts";
import { databaseSilent } from "./get-readiness.ts";

const Readiness = z.object({
  ready: z
    .boolean()
    .meta({ description: "Whether the service can do all its work", example: true }),
  reasons: z.array(z.string()).meta({
    description: "Why the service is not ready, one sentence each; empty when it is ready",
    example: [],
  }),
  warnings: z.array(z.string()).meta({
    description:
      "Problems that do not stop the service, one sentence each, such as merchants that USDC has blacklisted (the 50 newest services are checked)",
    example: [],
  }),
});

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
