import { z } from "zod";
import { id } from "../lib/answers.ts";
import { nested, omittable, oneOf, optionalEmail, optionalName } from "../lib/fields.ts";

const userRoles = ["DEVELOPER", "PAYER"] as const;

/** A user, as every answer shows it (specification, section 2). */
export const User = z
  .object({
    id: id(),
    email: z.string().meta({
      description: "E-mail address. No two users have the same one; capitals make no difference",
      example: "dev@example.com",
    }),
    name: z.string().nullable().meta({
      description: "What they are called; null where nobody has said",
      example: "Ada Developer",
    }),
    role: z.enum(userRoles).meta({
      description: "What they were first made for: to sell (`DEVELOPER`) or to pay (`PAYER`)",
      example: "DEVELOPER",
    }),
  })
  .meta({ id: "User", description: "A person who sells or pays, known by their e-mail address." });

const newUserName = (example: string) =>
  optionalName(200).meta({
    description: "Of a user who is new; one who is known keeps theirs",
    example,
  });

/** The owner of a new service: linked when the e-mail is known, created otherwise. */
export const NewOwner = nested({
  email: optionalEmail().meta({
    description: "Who owns the service. Needed where no `ownerId` is given",
    example: "dev@example.com",
  }),
  name: newUserName("Ada Developer"),
  role: omittable(oneOf(userRoles)).meta({
    description: "Of a user who is new. Default `DEVELOPER`",
    example: "DEVELOPER",
  }),
});

/** Who completed a checkout session, when the session itself names nobody. */
export const NewPayer = nested({
  email: optionalEmail().meta({
    description: "Who subscribes. Needed where nothing else says who",
    example: "payer@example.com",
  }),
  name: newUserName("Pat Payer"),
});
