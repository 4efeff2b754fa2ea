import { z } from "zod";

export const Health = z.object({
  ok: z.literal(true).meta({ description: "Always `true`: the service is up", example: true }),
  service: z.string().meta({ description: "Name of the service", example: "usance" }),
  apiRoot: z.string().meta({
    description: "Path prefix of this version of the API",
    example: "/api/v1",
  }),
});

export const Readiness = z.object({
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
