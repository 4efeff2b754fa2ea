import { z } from "zod";
import { id } from "../shared/answers.ts";
import { nested, omittable, oneOf, optionalEmail, optionalText } from "../shared/fields.ts";

const userRoles = ["DEVELOPER", "PAYER"] as const;

/** A user, as every answer shows it (specification, section 2). */
export const User = z
  .object({
    id: id(),
    email: z.string().meta({ example: "dev@example.com" }),
    name: z.string().nullable().meta({ example: "Ada Developer" }),
    role: z.enum(userRoles).meta({ example: "DEVELOPER" }),
  })
  .meta({ id: "User", description: "A person who sells (`DEVELOPER`) or pays (`PAYER`)." });

/** The owner of a new service: linked when the e-mail is known, created otherwise. */
export const NewOwner = nested({
  email: optionalEmail().meta({ example: "dev@example.com" }),
  name: optionalText(200).meta({ example: "Ada Developer" }),
  role: omittable(oneOf(userRoles).meta({ example: "DEVELOPER" })),
});

/** Who completed a checkout session, when the session itself names nobody. */
export const NewPayer = nested({
  email: optionalEmail().meta({ example: "payer@example.com" }),
  name: optionalText(200).meta({ example: "Pat Payer" }),
});
