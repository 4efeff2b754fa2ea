import { Refusal, type RefusalTerms } from "../shared/refusal.ts";
import { Prisma } from "./generated/client.ts";

const uniqueViolation = "P2002";
const foreignKeyViolation = "P2003";

/** A write that fails because a row with the same unique fields stands already is a refusal. */
export function refuseDuplicate<T>(write: Promise<T>, terms: RefusalTerms): Promise<T> {
  return refuse(uniqueViolation, write, terms);
}

/** A write that fails because it names a record that is not there is a refusal. */
export function refuseUnknownReference<T>(write: Promise<T>, terms: RefusalTerms): Promise<T> {
  return refuse(foreignKeyViolation, write, terms);
}

async function refuse<T>(code: string, write: Promise<T>, terms: RefusalTerms): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const refused = error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
    throw refused ? new Refusal(terms) : error;
  }
}
