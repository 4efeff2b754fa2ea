import { z } from "zod";
import { component, id } from "../kit/answers.ts";
import {
  nested,
  omittable,
  oneOf,
  optionalEmail,
  optionalMailbox,
  optionalName,
} from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound, referencedRecordNotFound } from "../kit/refusal.ts";

/** @param param the field that names the user */
export const userNotFound = (param: "userId" | "ownerId" | "owner.email"): RefusalTerms => ({
  ...recordNotFound("user_not_found", param),
  message: referencedRecordNotFound,
});

const userRoles = ["DEVELOPER", "PAYER"] as const;

/** A user, as in every response (docs/specification.md, section 2). */
export const User = component("User", "A person who sells or pays, identified by e-mail address.", {
  id: id(),
  email: z.string().meta({
    description:
      "E-mail address. Comparisons ignore case. A domain with letters outside of ASCII is in Punycode",
    example: "dev@example.com",
  }),
  name: z.string().nullable().meta({
    description: "Name of the user; null if none was given",
    example: "Ada Developer",
  }),
  role: z.enum(userRoles).meta({
    description: "Role given when the user was created. `DEVELOPER`: sells. `PAYER`: pays",
    example: "DEVELOPER",
  }),
});

const newUserName = (example: string) =>
  optionalName(200).meta({
    description: "Name of a new user. An existing user keeps its name",
    example,
  });

/** The owner of a new service: the existing user with this e-mail address, or else a new one. */
export const NewOwner = nested({
  email: optionalEmail().meta({
    description: "E-mail address of the owner. Required without `ownerId`",
    example: "dev@example.com",
  }),
  name: newUserName("Ada Developer"),
  role: omittable(oneOf(userRoles)).meta({
    description: "Role of a new user. Default `DEVELOPER`",
    example: "DEVELOPER",
  }),
}).strip();

/** The subscriber of a checkout session that has no user. */
export const NewPayer = nested({
  email: optionalMailbox().meta({
    description:
      "E-mail address of the subscriber. Required unless the session or the request has a `userId`",
    example: "payer@example.com",
  }),
  name: newUserName("Pat Payer"),
});
