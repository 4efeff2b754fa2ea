import { expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { databaseUnavailable } from "../db/unavailable.ts";
import { openLog } from "../kit/log/open-log.ts";
import { notAllowed, Refusal } from "../kit/refusal.ts";
import { unwatched } from "../kit/watch.ts";
import { settlementFailed } from "../settlements/create-settlement.ts";
import { publicRefusal } from "./errors.ts";
import { answered } from "./run.ts";

const parts = { watch: unwatched };
const log = openLog({ level: "silent", secrets: [] });
const operation = { name: "settlements.create", statuses: [201], location: undefined } as const;

const ofSettlement = { Location: "/api/v1/settlements/a", "Idempotent-Replayed": "true" };
const ofAnswer = { ...ofSettlement, "Set-Cookie": "a=b", "Usance-Warning": "Ignored." };

it("removes the headers of an answer when the call fails, except those of an unsettled settlement", async () => {
  await forRows(
    [
      [new Refusal(settlementFailed("Paused.")), ofSettlement],
      [new Refusal(notAllowed), {}],
      [publicRefusal(databaseUnavailable), {}],
      [new Error("It broke."), {}],
    ],
    async (error, sent) => {
      const reply = { headers: { ...ofAnswer } };
      const failing = answered(operation, { parts, log, reply }, async () => {
        throw error;
      });
      await expect(failing).rejects.toThrow();
      expect(reply.headers).toEqual(sent);
    },
  );
});
