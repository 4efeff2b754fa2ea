import {
  type RefusalTerms,
  referencedRecordNotFound,
  uniqueFieldsTaken,
} from "../shared/refusal.ts";
import { Prisma } from "./generated/client.ts";

/** What the database refused, in the specification's words; null when it failed otherwise. */
export function refusalOfDatabase(error: unknown): RefusalTerms | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  if (error.code === "P2002") return uniqueFieldsTaken;
  if (error.code === "P2003" || error.code === "P2025") return referencedRecordNotFound;
  return null;
}
