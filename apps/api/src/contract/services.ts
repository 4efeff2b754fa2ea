import { z } from "zod";
import { createdAt, id, updatedAt } from "../lib/answers.ts";
import { evmAddress } from "../lib/evm-fields.ts";
import {
  omittable,
  oneOf,
  optionalDescription,
  optionalId,
  request,
  requiredId,
  requiredName,
} from "../lib/fields.ts";
import { nextCursorOfPage, optionalPage } from "../lib/lists.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { Plan } from "./plans.ts";
import { NewOwner, User } from "./users.ts";

export const serviceNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Service was not found.",
};

export const ownerRequired: RefusalTerms = {
  kind: "invalid",
  message: "ownerId or owner.email is required.",
};

const serviceStatuses = ["DRAFT", "ACTIVE", "DISABLED"] as const;

const payoutAddress = () =>
  omittable(evmAddress()).meta({
    description:
      "The EVM address that subscribers pay to at checkout. Without one, nobody can pay there",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  });

const statusWords =
  "`DRAFT`: not yet for checkout. `ACTIVE`: accepts new checkout sessions. `DISABLED`: no new ones; existing subscriptions continue.";

const serviceStatus = () => oneOf(serviceStatuses).meta({ description: statusWords });

const name = () =>
  requiredName(200).meta({
    description: "What it is called, also at checkout",
    example: "Weather API",
  });

const description = (example: string) =>
  optionalDescription(2000).meta({ description: "What it is, in more words", example });

export const NewService = request({
  name: name(),
  description: description("Forecasts by the hour"),
  status: omittable(serviceStatus()).meta({
    description: `${statusWords} Default \`DRAFT\``,
    example: "ACTIVE",
  }),
  ownerId: optionalId().meta({
    description: "The user who is to own it. Goes before `owner`; one of the two is needed",
  }),
  owner: omittable(NewOwner).meta({
    description:
      "Who is to own it, by e-mail: a user who is known is linked and stays as they are, another one is made",
    example: { email: "dev@example.com", name: "Ada Developer" },
  }),
  payoutAddress: payoutAddress(),
});

export const ServiceId = request({ serviceId: requiredId() });

export const ServiceQuery = request({ ...optionalPage("services") }).prefault({});

export const ServiceChange = request({
  serviceId: requiredId(),
  name: omittable(name()),
  description: description("Forecasts by the minute"),
  status: omittable(serviceStatus()).meta({ example: "DISABLED" }),
  payoutAddress: payoutAddress(),
});

const fields = {
  id: id(),
  name: z.string().meta({ description: "What it is called", example: "Weather API" }),
  description: z.string().nullable().meta({
    description: "What it is, in more words; null where nobody has said",
    example: "Forecasts by the hour",
  }),
  status: z.enum(serviceStatuses).meta({ description: statusWords, example: "ACTIVE" }),
  payoutAddress: z.string().nullable().meta({
    description: "The EVM address that subscribers pay to at checkout; null: nobody can pay there",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  }),
  ownerId: id().meta({ description: "Id of the user who owns it" }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
};

/** A service by itself, as other nouns nest it. */
export const ServiceRecord = z.object(fields).meta({
  id: "ServiceRecord",
  description: "Something that is sold, by itself: as other records show it.",
});

export const Service = z
  .object({
    ...fields,
    owner: User,
    paymentPlans: z.array(Plan).meta({ description: "How it is priced: its plans, newest first" }),
  })
  .meta({ id: "Service", description: "Something that is sold, with its owner and its plans." });

export const ServicePage = z.object({
  services: z.array(Service).meta({ description: "Newest first" }),
  nextCursor: nextCursorOfPage("services"),
});
