import { timingSafeEqual } from "node:crypto";
import { expect, test, vi } from "vitest";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { useService } from "../../../../test/harness/service.ts";
import { aKey } from "../../../../test/harness/story.ts";
import type { Queryable } from "../../../db/client.ts";
import { hashToken } from "../../../kit/tokens.ts";
import { newApiKey } from "./api-key.ts";
import { authenticator } from "./authenticate.ts";

/* A key cannot be found out a character at a time: nothing is compared but hashes, and those as a whole. */

// The real one, and what it was asked.
vi.mock(import("node:crypto"), async (original) => {
  const crypto = await original();
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

const service = useService();
const bootstrapKey = "the-bootstrap-key-of-this-very-test";

function recorded() {
  const { db, clock } = service().parts;
  const asked: object[] = [];
  const findUnique: typeof db.apiKey.findUnique = (query) => {
    asked.push(query.where);
    return db.apiKey.findUnique(query);
  };
  const watching: Queryable = Object.create(db, { apiKey: { value: { findUnique } } });
  return {
    asked,
    authenticate: authenticator({ db: watching, clock, bootstrapHash: hashToken(bootstrapKey) })
      .ofKey,
  };
}

const compared = () =>
  vi.mocked(timingSafeEqual).mock.calls.map((both) => both.map((one) => String(one)));

test("compares the hash of any key with the hash of the bootstrap key in constant time", () =>
  forRows(
    [
      ["an unrelated key", "x".repeat(bootstrapKey.length)],
      ["a key with a wrong last character", bootstrapKey.replace(/.$/, "x")],
      ["the beginning of the key", bootstrapKey.slice(0, 20)],
      ["the key with more characters at its end", `${bootstrapKey}x`],
      ["the key itself", bootstrapKey],
    ],
    async (_, key) => {
      const { authenticate } = recorded();
      vi.mocked(timingSafeEqual).mockClear();

      const caller = await authenticate(`Bearer ${key}`);

      expect(caller?.keyId).toBe(key === bootstrapKey ? "bootstrap" : undefined);
      expect(compared()).toEqual([[hashToken(key), hashToken(bootstrapKey)]]);
    },
  ));

test("looks up existing and invented keys by their hash", async () => {
  const { authenticate, asked } = recorded();
  const { id, secret } = await aKey(service());
  const madeUp = newApiKey();

  expect((await authenticate(`Bearer ${secret}`))?.keyId).toBe(id);
  expect(await authenticate(`Bearer ${madeUp}`)).toBeNull();

  expect(asked).toEqual([{ hash: hashToken(secret) }, { hash: hashToken(madeUp) }]);
});
