import { z } from "zod";
import { apiRoot, open } from "../operation/define.ts";

const Health = z.object({
  ok: z.literal(true).meta({ description: "It is up", example: true }),
  service: z.string().meta({ description: "What the service is called", example: "usance" }),
  apiRoot: z.string().meta({
    description: "Where the paths of this version of the API begin",
    example: apiRoot,
  }),
});

/** Says that the process runs, whatever state the database and the chain are in. */
export const getHealth = open("GET /health", {
  name: "health",
  summary: "Check that the service is up",
  description:
    "Answers as long as the process can, whatever becomes of database and chain. Whether it can do all its work is what `GET /ready` says.",
  output: Health,
  run: () => ({ ok: true as const, service: "usance", apiRoot }),
});
