import type { Email } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { EmailId, emailNotFound, OneEmail } from "../../schemas/emails.ts";
import { findEmail } from "./store.ts";

export const getEmail = read("GET /emails/{emailId}", {
  name: "emails.get",
  summary: "Get an e-mail",
  description: "Returns the e-mail with the result of each attempt and the time of the next one.",
  refusals: { emailNotFound },
  input: EmailId,
  output: OneEmail,
  run: async (work, { emailId }) => ({ email: await requireEmail(work, emailId) }),
});

/** @throws Refusal 404 when the tenant has no such e-mail */
export async function requireEmail(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<Email> {
  const email = await findEmail(db, id, tenant);
  if (email === null) throw new Refusal(emailNotFound);
  return email;
}
