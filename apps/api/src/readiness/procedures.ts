import { z } from "zod";
import { open } from "../trpc/base.ts";
import { restOutsideRoot } from "../trpc/rest.ts";

const Readiness = z.object({
  ready: z.boolean().meta({ example: true }),
  reasons: z.array(z.string()).meta({
    description: "What is in the way, a sentence each",
    example: [],
  }),
});

export const ready = open
  .meta(
    restOutsideRoot("GET", "/ready", "Check that nothing keeps the service from its work", {
      description:
        "503, with the reasons, while the database, the settlement chain or the account that sends settlements is in the way. Everything that needs no chain works without it.",
      alsoStatus: 503,
      open: true,
    }),
  )
  .output(Readiness)
  .query(async ({ ctx }) => {
    const reasons = [...(await ctx.readiness())];
    if (reasons.length > 0) ctx.reply.status = 503;
    return { ready: reasons.length === 0, reasons };
  });
