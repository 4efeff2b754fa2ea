import { Refusal } from "../../../kit/refusal.ts";
import {
  ApiKeyRotation,
  apiKeyNotActive,
  apiKeyNotFound,
  OneNewApiKey,
  widerThanItsMaker,
} from "../../../schemas/api-keys.ts";
import { isActive } from "../../access/auth/api-key.ts";
import { awaitWritesOf } from "../../access/auth/key-locks.ts";
import { checkNotWider, makerOf } from "../../access/auth/maker.ts";
import { write } from "../../define.ts";
import { requireApiKey } from "./get-api-key.ts";
import { issueApiKey } from "./issue-api-key.ts";
import { endApiKey } from "./store.ts";

export const rotateApiKey = write("POST /api-keys/{apiKeyId}/rotate", {
  name: "apiKeys.rotate",
  summary: "Rotate an API key",
  description:
    "Returns a new key with the same seller, scopes and expiry. The old key keeps working until the overlap ends.",
  status: 201,
  location: "/api-keys",
  refusals: { widerThanItsMaker, apiKeyNotFound, apiKeyNotActive },
  input: ApiKeyRotation,
  output: OneNewApiKey,
  changesKeys: true,
  run: async (work, { apiKeyId, overlapSeconds }) => {
    const { tx, now } = work;
    const maker = makerOf(work.by);
    const old = await requireApiKey(work, apiKeyId);
    if (!isActive(old, now)) throw new Refusal(apiKeyNotActive);
    checkNotWider(maker, old);

    await awaitWritesOf(tx, [old.id]);
    const end = new Date(now.getTime() + overlapSeconds * 1_000);
    if (!(await endApiKey(tx, old, end))) throw new Refusal(apiKeyNotActive);
    const { name, userId, scopes, expiresAt, id: replacesId } = old;
    const terms = { name, userId, scopes, expiresAt, replacesId, maker };
    return { apiKey: await issueApiKey(work, terms) };
  },
});
