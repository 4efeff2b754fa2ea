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
  warnings: z.array(z.string()).meta({
    description:
      "Problems that do not stop the service, one sentence each, such as that USDC has blacklisted merchants (checked for the 50 newest services)",
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
  otherExample: { ready: false, reasons: [databaseSilent], warnings: [] },
  output: Readiness,
  run: async ({ readiness, reply }) => {
    const { reasons, warnings } = await readiness();
    const ready = reasons.length === 0;
    if (!ready) reply.status = 503;
    return { ready, reasons: [...reasons], warnings: [...warnings] };
  },
});
