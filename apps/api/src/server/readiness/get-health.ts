import { apiRoot, publicQuery } from "../../operation/define.ts";
import { Health } from "../../schemas/system.ts";

/** GET /health of docs/specification.md, section 1. It uses neither the database nor the chain. */
export const getHealth = publicQuery("GET /health", {
  name: "health",
  summary: "Check that the service is up",
  description:
    "Answers as long as the process runs, even without the database or the chain. `GET /ready` tells whether the service can do all its work.",
  output: Health,
  run: () => ({ ok: true as const, service: "usance", apiRoot }),
});
