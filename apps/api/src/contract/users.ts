import { z } from "zod";
import { id } from "../lib/answers.ts";
import { nested, omittable, oneOf, optionalEmail, optionalName } from "../lib/fields.ts";

const userRoles = ["DEVELOPER", "PAYER"] as const;

/** A user, as every answer shows it (specification, section 2). */
export const User = z
  .object({
    id: id(),
    email: z.string().meta({
      description: "E-mail address, compared without regard to case",
      example: "dev@example.com",
    }),
    name: z.string().nullable().meta({
      description: "Name of the user; null if none was given",
      example: "Ada Developer",
    }),
    role: z.enum(userRoles).meta({
      description: "Role in which the user was created: to sell (`DEVELOPER`) or to pay (`PAYER`)",
      example: "DEVELOPER",
    }),
  })
  .meta({ id: "User", description: "A person who sells or pays, identified by e-mail address." });

const newUserName = (example: string) =>
  optionalName(200).meta({
    description: "Name of a new user. An existing user keeps its name",
    example,
  });

/** The owner of a new service: an existing user with the e-mail address is linked, otherwise one is created. */
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
});

/** The subscriber who completes a checkout session that names no user. */
export const NewPayer = nested({
  email: optionalEmail().meta({
    description: "E-mail address of the subscriber. Required if no user is named otherwise",
    example: "payer@example.com",
  }),
  name: newUserName("Pat Payer"),
});
