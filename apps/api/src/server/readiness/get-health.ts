import { z } from "zod";
import { apiRoot, publicQuery } from "../../operation/define.ts";

const Health = z.object({
  ok: z.literal(true).meta({ description: "Always `true`: the service is up", example: true }),
  service: z.string().meta({ description: "Name of the service", example: "usance" }),
  apiRoot: z.string().meta({
    description: "Path prefix of this version of the API",
    example: "/api/v1",
  }),
});

/** GET /health of docs/specification.md, section 1. It uses neither the database nor the chain. */
export const getHealth = publicQuery("GET /health", {
  name: "health",
  summary: "Check that the service is up",
  description:
    "Answers as long as the process runs, even without the database or the chain. `GET /ready` tells whether the service can do all its work.",
  output: Health,
  run: () => ({ ok: true as const, service: "usance", apiRoot }),
});
