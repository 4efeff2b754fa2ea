import type { AddressInfo } from "node:net";
import { createId } from "@paralleldrive/cuid2";
import { PrismaPg } from "@prisma/adapter-pg";
import { initTRPC, TRPCError } from "@trpc/server";
import express from "express";
import { createOpenApiExpressMiddleware, type OpenApiMeta } from "trpc-to-openapi";
import { z } from "zod";
import { Prisma, PrismaClient } from "../../../apps/api/src/db/generated/client.ts";

/*
 * The plain stack: the same libraries as the service's, used as their first pages show: tRPC served as
 * REST by trpc-to-openapi on Express, zod at both ends, Prisma, cuid2.
 */

const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL ?? "" }),
});
const authorization = `Bearer ${process.env.API_KEY ?? ""}`;

const t = initTRPC
  .context<{ readonly authorization: string | undefined }>()
  .meta<OpenApiMeta>()
  .create();

const withKey = t.procedure.use(({ ctx, next }) => {
  if (ctx.authorization !== authorization) throw new TRPCError({ code: "UNAUTHORIZED" });
  return next();
});

const time = z.date().transform((date) => date.toISOString());
const amount = z.custom<Prisma.Decimal>().transform((decimal) => decimal.toFixed(6));

const UsageEvent = z.object({
  id: z.string(),
  serviceId: z.string(),
  subscriptionId: z.string(),
  userId: z.string(),
  invoiceId: z.string().nullable(),
  eventKey: z.string(),
  quantity: amount,
  occurredAt: time,
  createdAt: time,
  invoice: z
    .object({
      id: z.string(),
      serviceId: z.string(),
      paymentPlanId: z.string(),
      userId: z.string().nullable(),
      subscriptionId: z.string().nullable(),
      status: z.string(),
      amount,
      currency: z.string(),
      dueAt: time.nullable(),
      paidAt: time.nullable(),
      createdAt: time,
    })
    .nullable(),
  service: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.string(),
    ownerId: z.string(),
    payoutAddress: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
  }),
  subscription: z.object({
    id: z.string(),
    status: z.string(),
    serviceId: z.string(),
    paymentPlanId: z.string(),
    userId: z.string(),
    checkoutSessionId: z.string(),
    currentPeriodStart: time,
    currentPeriodEnd: time.nullable(),
    cancelAt: time.nullable(),
    endedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  }),
  user: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role: z.string(),
  }),
  void: z.null(),
});

const appRouter = t.router({
  recordUsage: withKey
    .meta({ openapi: { method: "POST", path: "/usage-events" } })
    .input(
      z.object({
        serviceId: z.string().min(1),
        subscriptionId: z.string().min(1),
        userId: z.string().min(1),
        invoiceId: z.string().min(1).optional(),
        eventKey: z.string().min(1).max(255),
        quantity: z.string().regex(/^\d{1,18}(\.\d{1,6})?$/),
        occurredAt: z.iso.datetime().optional(),
      }),
    )
    .output(z.object({ usageEvent: UsageEvent }))
    .mutation(async ({ input }) => {
      const { serviceId, subscriptionId, userId, invoiceId = null, eventKey, quantity } = input;
      const now = new Date();
      const found = await prisma.subscription.findFirst({
        where: { id: subscriptionId, serviceId, userId, status: "ACTIVE" },
      });
      if (found === null) throw new TRPCError({ code: "NOT_FOUND" });
      if (invoiceId !== null) {
        const invoice = await prisma.invoice.findFirst({
          where: { id: invoiceId, serviceId, userId },
        });
        if (invoice === null) throw new TRPCError({ code: "BAD_REQUEST" });
      }
      try {
        const { subscription: withItsOwn, ...event } = await prisma.usageEvent.create({
          data: {
            id: createId(),
            serviceId,
            ownerId: found.ownerId,
            subscriptionId,
            userId,
            invoiceId,
            eventKey,
            quantity,
            occurredAt: input.occurredAt ?? now,
            createdAt: now,
          },
          include: { invoice: true, subscription: { include: { service: true, user: true } } },
        });
        const { service, user, ...subscription } = withItsOwn;
        return { usageEvent: { ...event, service, subscription, user, void: null } };
      } catch (error) {
        const isTaken =
          error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
        throw isTaken ? new TRPCError({ code: "CONFLICT" }) : error;
      }
    }),
});

const app = express();
app.use(
  "/api/v1",
  createOpenApiExpressMiddleware({
    router: appRouter,
    createContext: ({ req }) => ({ authorization: req.headers.authorization }),
    responseMeta: ({ errors }) => (errors.length === 0 ? { status: 201 } : {}),
  }),
);
const server = app.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Listening on http://127.0.0.1:${port}\n`);
});
