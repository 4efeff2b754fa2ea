import { z } from "zod";
import { addressOut, createdAt, id, timeOut } from "../kit/answers.ts";
import { request, requiredId } from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { recordNotFound } from "../kit/refusal.ts";

export const dashboardSessionNotFound = recordNotFound({
  code: "dashboard_session_not_found",
  param: "dashboardSessionId",
  message: "Dashboard session was not found.",
});

export const NewDashboardSession = request({}).prefault({});

export const DashboardSessionId = request({ dashboardSessionId: requiredId() });

export const DashboardSessionQuery = request(page("dashboard-sessions")).prefault({});

/** A session without its secrets. */
const DashboardSession = z
  .object({
    id: id(),
    ownerId: id().nullable().meta({
      description:
        "Id of the seller whose records the session can see; null: it acts for the platform and sees the records of every seller",
    }),
    apiKeyId: id().meta({
      description:
        "Id of the API key or the wallet grant whose rights the session has. The session ends when this does. `bootstrap`: the key in the server's configuration",
    }),
    walletAddress: addressOut().nullable().meta({
      description:
        "Address of the wallet of the grant; null: the session has the rights of an API key",
      example: null,
    }),
    createdInSession: id().nullable().meta({
      description:
        "Id of the dashboard session in which it was created, and with which it ends; null: none",
      example: null,
    }),
    scopes: z.array(z.string()).meta({
      description: "Scopes of the session: those of its key or wallet grant",
      example: ["*"],
    }),
    createdAt: createdAt(),
    openedAt: timeOut().nullable().meta({
      description: "When the session's link was opened; null: not yet",
      example: null,
    }),
    expiresAt: timeOut().meta({
      description:
        "When the session ends: ten minutes after its creation if it is not opened, and 12 hours after it was opened, or earlier with its key, its wallet grant or the session in which it was created",
      example: "2026-01-31T12:10:00.000Z",
    }),
    revokedAt: timeOut().nullable().meta({
      description:
        "When the session was revoked or signed out, or its key, its wallet grant or the session in which it was created was; null: none of these",
      example: null,
    }),
  })
  .meta({ id: "DashboardSession", description: "A person's session at the dashboard." });

export const OneDashboardSession = z.object({ dashboardSession: DashboardSession });

export const OneNewDashboardSession = z.object({
  dashboardSession: z
    .object({
      ...DashboardSession.shape,
      url: z.string().nullable().meta({
        description:
          "The link to sign in with, which has a secret token. It works once, within ten minutes. It is shown only once and not stored. null in a response that is replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): in this case, create another session",
        example: "https://usance.example.com/dashboard/sign-in#q3v9…",
      }),
    })
    .meta({ id: "DashboardSessionWithUrl", description: "A new session with its link." }),
});

export const DashboardSessionPage = z.object({
  dashboardSessions: z.array(DashboardSession).meta({ description: "Newest first" }),
  nextCursor: nextCursor("dashboard-sessions"),
});
