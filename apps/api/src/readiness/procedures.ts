import { z } from "zod";
import { open } from "../trpc/base.ts";
import { restOutsideRoot } from "../trpc/rest.ts";
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
      "What an operator should know although it keeps nothing from working, a sentence each, such as that USDC has blacklisted merchants (those of the 50 newest services are looked at)",
    example: [],
  }),
});

export const ready = open
  .meta(
    restOutsideRoot("GET", "/ready", "Check that nothing keeps the service from its work", {
      description:
        "503, with the reasons, while the database, the settlement chain or the account that sends settlements is in the way. Everything that needs no chain works without it.",
      alsoStatus: 503,
      otherExample: { ready: false, reasons: [databaseSilent], warnings: [] },
      open: true,
    }),
  )
  .output(Readiness)
  .query(async ({ ctx }) => {
    const { reasons, warnings } = await ctx.readiness();
    const ready = reasons.length === 0;
    if (!ready) ctx.reply.status = 503;
    return { ready, reasons: [...reasons], warnings: [...warnings] };
  });
