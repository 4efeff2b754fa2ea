import { z } from "zod";
import { createdAt, id, timeOut } from "../kit/answers.ts";
import { filterId, request, requiredId, returnUrl } from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { notAllowed, type RefusalTerms, recordNotFound } from "../kit/refusal.ts";

export const portalSessionNotFound = recordNotFound({
  code: "portal_session_not_found",
  param: "portalSessionId",
  message: "Portal session was not found.",
});

export const portalNeedsSubscribers: RefusalTerms = {
  ...notAllowed,
  code: "portal_needs_subscribers",
  meaning: "The calling key lacks the scope `subscribers:read`. Every portal shows the subscriber.",
  remedy: "Use a key with this scope, and with those for all that the link should show and change.",
};

export const NewPortalSession = request({
  userId: requiredId().meta({ description: "Id of the subscriber for whom the link is" }),
  returnUrl: returnUrl().meta({
    description: "Where the portal links back to. https, or a localhost URL",
    example: "https://example.com/account",
  }),
});

export const PortalSessionId = request({ portalSessionId: requiredId() });

export const PortalSessionQuery = request({
  userId: filterId().meta({ description: "Only sessions of this subscriber" }),
  ...page("portal-sessions"),
}).prefault({});

const PortalSession = z
  .object({
    id: id(),
    userId: id().meta({ description: "Id of the subscriber for whom the link is" }),
    ownerId: id().nullable().meta({
      description:
        "Id of the seller whose records with the subscriber it shows; null: every seller",
    }),
    apiKeyId: id().meta({
      description:
        "Id of the API key or the wallet grant that created it. The link ends when this does, and when the dashboard session does in which it was created",
    }),
    scopes: z.array(z.string()).meta({
      description:
        "What the link may show and change: those scopes of its maker that the portal needs",
      example: ["subscriptions:read", "invoices:read"],
    }),
    returnUrl: z.string().nullable().meta({
      description: "Where the portal links back to; null: nowhere",
      example: "https://example.com/account",
    }),
    createdAt: createdAt(),
    expiresAt: timeOut().meta({
      description:
        "When the link stops working: one hour after it was created, or earlier with what created it",
      example: "2026-01-31T13:00:00.000Z",
    }),
    revokedAt: timeOut().nullable().meta({
      description: "When the link was revoked, or what created it; null: neither",
      example: null,
    }),
  })
  .meta({
    id: "PortalSession",
    description: "A link with which a subscriber sees and changes its own records, for an hour.",
  });

export const OnePortalSession = z.object({ portalSession: PortalSession });

export const OneNewPortalSession = z.object({
  portalSession: z
    .object({
      ...PortalSession.shape,
      url: z.string().nullable().meta({
        description:
          "The address of the portal, with a secret token. It is shown only once and not stored. null in a response that is replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): then create another session",
        example: "https://usance.example.com/checkout/portal/q3v9…",
      }),
    })
    .meta({ id: "PortalSessionWithUrl", description: "A new portal session with its address." }),
});

export const PortalSessionPage = z.object({
  portalSessions: z.array(PortalSession).meta({ description: "Newest first" }),
  nextCursor: nextCursor("portal-sessions"),
});
