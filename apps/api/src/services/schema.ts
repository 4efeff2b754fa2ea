import { z } from "zod";
import { Plan } from "../plans/schema.ts";
import { id, timeOut } from "../shared/answers.ts";
import { evmAddress } from "../shared/evm-fields.ts";
import {
  omittable,
  oneOf,
  optionalId,
  optionalText,
  request,
  requiredId,
  requiredText,
} from "../shared/fields.ts";
import { nextCursor, optionalPage } from "../shared/lists.ts";
import { NewOwner, User } from "../users/schema.ts";

const serviceStatuses = ["DRAFT", "ACTIVE", "DISABLED"] as const;

const payoutAddress = () =>
  omittable(evmAddress()).meta({
    description: "EVM address to which checkout pays",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  });

const serviceStatus = () =>
  oneOf(serviceStatuses).meta({
    description:
      "`DRAFT`: not yet for checkout. `ACTIVE`: accepts new checkout sessions. `DISABLED`: no new ones; existing subscriptions continue.",
    example: "ACTIVE",
  });

export const NewService = request({
  name: requiredText(200).meta({ example: "Weather API" }),
  description: optionalText(2000).meta({ example: "Forecasts by the hour" }),
  status: omittable(serviceStatus()).meta({ description: "Default `DRAFT`", example: "ACTIVE" }),
  ownerId: optionalId().meta({ description: "An existing user; takes precedence over `owner`" }),
  owner: omittable(NewOwner).meta({
    description: "Linked by e-mail when known, created otherwise",
    example: { email: "dev@example.com", name: "Ada Developer" },
  }),
  payoutAddress: payoutAddress(),
});

export const ServiceId = request({ serviceId: requiredId() });

export const ServiceQuery = request({ ...optionalPage("services") }).prefault({});

export const ServiceChange = request({
  serviceId: requiredId(),
  name: omittable(requiredText(200)).meta({ example: "Weather API" }),
  description: optionalText(2000).meta({ example: "Forecasts by the minute" }),
  status: omittable(serviceStatus()).meta({ example: "DISABLED" }),
  payoutAddress: payoutAddress(),
});

const fields = {
  id: id(),
  name: z.string().meta({ example: "Weather API" }),
  description: z.string().nullable().meta({ example: "Forecasts by the hour" }),
  status: z.enum(serviceStatuses).meta({
    description: "Only an `ACTIVE` service accepts new checkout sessions",
    example: "ACTIVE",
  }),
  payoutAddress: z.string().nullable().meta({
    description: "Where checkout pays to; null: payments cannot be taken",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  }),
  ownerId: id().meta({ description: "The user who owns the service" }),
  createdAt: timeOut(),
  updatedAt: timeOut(),
};

/** A service by itself, as other nouns nest it. */
export const ServiceRecord = z.object(fields).meta({ id: "ServiceRecord" });

export const Service = z
  .object({ ...fields, owner: User, paymentPlans: z.array(Plan) })
  .meta({ id: "Service", description: "Something that is sold, with its owner and its plans." });

export const ServicePage = z.object({
  services: z.array(Service),
  nextCursor: nextCursor("services").optional(),
});
