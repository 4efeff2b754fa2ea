import type { Parts } from "../../ports/parts.ts";
import { rememberedMs } from "./once.ts";
import { forgetAnswersBefore } from "./store.ts";

/** Job: deletes stored answers that are too old to be replayed. */
export function forgetOldAnswers({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  return forgetAnswersBefore(db, new Date(clock.now().getTime() - rememberedMs));
}
