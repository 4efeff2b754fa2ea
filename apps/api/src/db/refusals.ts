import { Refusal, type RefusalTerms } from "../shared/refusal.ts";
import { Prisma } from "./generated/client.ts";

const uniqueViolation = "P2002";

/** A write that fails because a row with the same unique fields stands already is a refusal. */
export async function refuseDuplicate<T>(write: Promise<T>, terms: RefusalTerms): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const isDuplicate =
      error instanceof Prisma.PrismaClientKnownRequestError && error.code === uniqueViolation;
    throw isDuplicate ? new Refusal(terms) : error;
  }
}
