import { z } from "zod";
import { open } from "../operation/define.ts";
import { databaseSilent } from "./get-readiness.ts";

const Readiness = z.object({
  ready: z.boolean().meta({
    description: "Whether nothing is in the way of its work",
    example: true,
  }),
  reasons: z.array(z.string()).meta({
    description: "What is in the way, a sentence each; empty when it is ready",
    example: [],
  }),
});

/** Says whether the service can do all its work. Load balancers ask it. */
export const getReady = open("GET /ready", {
  name: "ready",
  summary: "Check that nothing keeps the service from its work",
  description:
    "503, with the reasons, while the database, the settlement chain or the account that sends settlements is in the way. Everything that needs no chain works without it.",
  alsoStatus: 503,
  otherExample: { ready: false, reasons: [databaseSilent] },
  output: Readiness,
  run: async ({ readiness, reply }) => {
    const reasons = [...(await readiness())];
    if (reasons.length > 0) reply.status = 503;
    return { ready: reasons.length === 0, reasons };
  },
});
