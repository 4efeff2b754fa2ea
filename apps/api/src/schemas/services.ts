import { z } from "zod";
import { component, createdAt, id, updatedAt } from "../kit/answers.ts";
import { checkedAddress } from "../kit/evm-fields.ts";
import {
  nested,
  omittable,
  oneOf,
  optionalBoolean,
  optionalDescription,
  optionalId,
  request,
  requiredId,
  requiredName,
} from "../kit/fields.ts";
import { nextCursorOfPage, optionalPage } from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound, referencedRecordNotFound } from "../kit/refusal.ts";
import { branding, brandingOut, newBranding, ShownBranding } from "./branding.ts";
import { Plan } from "./plans.ts";
import { testClockIdOut } from "./test-clocks.ts";
import { NewOwner, User } from "./users.ts";

export const serviceNotFound = recordNotFound("service_not_found", "serviceId");

/** A service that the input of another noun names. */
export const referencedServiceNotFound: RefusalTerms = {
  ...serviceNotFound,
  message: referencedRecordNotFound,
};

export const ownerRequired: RefusalTerms = {
  kind: "invalid",
  code: "owner_required",
  message: "ownerId or owner.email is required.",
  meaning: "The request names no owner for the service.",
  remedy: "Send `ownerId` or `owner.email`.",
};

const serviceStatuses = ["DRAFT", "ACTIVE", "DISABLED"] as const;

const payoutAddress = () =>
  omittable(checkedAddress()).meta({
    description:
      "EVM address that receives checkout payments. In mixed case it must have its EIP-55 checksum. Without it, subscribers cannot pay at checkout",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  });

const statusWords =
  "`DRAFT`: not open for checkout yet. `ACTIVE`: accepts new checkout sessions. `DISABLED`: accepts no new ones; existing subscriptions continue.";

const serviceStatus = () => oneOf(serviceStatuses).meta({ description: statusWords });

const name = () =>
  requiredName(200).meta({
    description: "Name of the service, also shown at checkout",
    example: "Weather API",
  });

const description = (example: string) =>
  optionalDescription(2000).meta({ description: "Description of the service", example });

const portalSettings = nested({
  allowsCancel: optionalBoolean().meta({
    description:
      "Whether subscribers may cancel a subscription at the end of its period, and take that back. Default `true`",
    example: true,
  }),
});

const portal = (settings: typeof portalSettings) =>
  omittable(settings).meta({
    description: "What subscribers may do in the portal",
    example: { allowsCancel: true },
  });

export const NewService = request({
  name: name(),
  description: description("Forecasts by the hour"),
  status: omittable(serviceStatus()).meta({
    description: `${statusWords} Default \`DRAFT\``,
    example: "ACTIVE",
  }),
  ownerId: optionalId().meta({
    description: "Id of the owner. Takes precedence over `owner`; one of them is required",
  }),
  owner: omittable(NewOwner).meta({
    description:
      "The owner, by e-mail address. An existing user is linked without changes; otherwise a user is created",
    example: { email: "dev@example.com", name: "Ada Developer" },
  }),
  payoutAddress: payoutAddress(),
  branding: branding(newBranding.strip()),
  portal: portal(portalSettings.strip()),
  testClockId: optionalId().meta({
    description:
      "Id of a test clock. The service and all its records have this clock's time permanently. Only on local chains and testnets",
  }),
}).strip();

export const ServiceId = request({ serviceId: requiredId() }).strip();

export const ServiceQuery = request({ ...optionalPage("services") })
  .strip()
  .prefault({});

export const ServiceChange = request({
  serviceId: requiredId(),
  name: omittable(name()),
  description: description("Forecasts by the minute"),
  status: omittable(serviceStatus()).meta({ example: "DISABLED" }),
  payoutAddress: payoutAddress(),
  branding: branding(newBranding),
  portal: portal(portalSettings),
});

const fields = {
  id: id(),
  name: z.string().meta({ description: "Name of the service", example: "Weather API" }),
  description: z.string().nullable().meta({
    description: "Description of the service; null if none was given",
    example: "Forecasts by the hour",
  }),
  status: z.enum(serviceStatuses).meta({ description: statusWords, example: "ACTIVE" }),
  payoutAddress: z.string().nullable().meta({
    description:
      "EVM address that receives checkout payments; null: subscribers cannot pay at checkout",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  }),
  ownerId: id().meta({ description: "Id of the user who owns the service" }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
};

/** A service without its owner and plans, as other records nest it. */
export const ServiceRecord = component(
  "ServiceRecord",
  "A service without its owner and plans, as nested in other records.",
  fields,
);

/** A service as its pages show it. */
export const ShownService = ServiceRecord.pick({ name: true, description: true }).extend({
  branding: ShownBranding.nullable().meta({
    description: "How the page looks; null if no branding was given",
  }),
});

export const Service = component(
  "Service",
  "Something that a seller sells, with its owner and plans.",
  {
    ...fields,
    branding: brandingOut(),
    logoProblem: z.string().nullable().meta({
      description:
        "Why the logo of `branding.logoUrl` cannot be shown, so that pages show the first letter of the service's name; null: it can be shown, or was not loaded yet. It is loaded within about a minute after `branding` was set",
      example: null,
    }),
    portal: z
      .object({
        allowsCancel: z.boolean().meta({
          description:
            "Whether subscribers may cancel a subscription at the end of its period, and take that back",
          example: true,
        }),
      })
      .meta({ description: "What subscribers may do in the portal" }),
    testClockId: testClockIdOut(),
    owner: User,
    paymentPlans: z.array(Plan).meta({ description: "Plans of the service, newest first" }),
  },
);

export const OneService = z.compile(z.object({ service: Service }));

export const ServicePage = z.object({
  services: z.array(Service).meta({ description: "Newest first" }),
  nextCursor: nextCursorOfPage("services"),
});
