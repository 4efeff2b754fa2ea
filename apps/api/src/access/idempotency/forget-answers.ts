import type { Parts } from "../../ports/parts.ts";
import { rememberedMs } from "./once.ts";
import { forgetAnswersBefore } from "./store.ts";

/** The job's part: answers that are replayed no more. */
export function forgetOldAnswers({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  return forgetAnswersBefore(db, new Date(clock.now().getTime() - rememberedMs));
}
