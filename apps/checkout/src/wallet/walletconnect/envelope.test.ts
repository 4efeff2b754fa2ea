import { expect, test } from "vitest";
import { forRows } from "../../../../api/test/harness/for-rows.ts";
import { fromHex, toBase58, toBase64Url, toHex } from "./bytes.ts";
import { newKeyPair, newTopicKey, open, seal, sessionKey } from "./envelope.ts";
import { relayToken } from "./relay-auth.ts";

/** With these keys, @walletconnect/utils derives the key and the topic below. */
const self = {
  secret: fromHex("1fb63fca5c6ac731246f2f069d3bc2454345d5208254aa8ea7bffc6d110c8862"),
  publicKey: "ff7a7d5767c362b0a17ad92299ebdb7831dcbd9a56959c01368c7404543b3342",
};
const peerPublic = "590c2c627be7af08597091ff80dd41f7fa28acd10ef7191d7e830e116d3a186a";

test("both sides derive the key, and the topic is its hash", () => {
  const { key, topic } = sessionKey(self, peerPublic);
  expect(toHex(key)).toBe("0653ca620c7b4990392e1c53c4a51c14a2840cd20f0f1524cf435b17b6fe988c");
  expect(topic).toBe("2c03712132ad2f85adc472a2242e608d67bfecd4362d05012d69a89143fecd16");
  const [one, other] = [newKeyPair(), newKeyPair()];
  expect(sessionKey(one, other.publicKey)).toEqual(sessionKey(other, one.publicKey));
});

test("a message is opened by its key alone, and sealed differently each time", () => {
  const key = newTopicKey();
  const message = { id: 1, jsonrpc: "2.0", result: "é☔" };
  const sealed = seal(key, message);
  expect(open(key, sealed)).toEqual(message);
  expect(seal(key, message)).not.toBe(sealed);
  expect(() => open(newTopicKey(), sealed)).toThrow();
  expect(() => open(key, `${sealed.slice(0, -4)}AAAA`)).toThrow();
  expect(() => open(key, sealed.replace(/^A/, "B"))).toThrow();
});

test("an invalid public key gives no session", () =>
  forRows(["", "00", "zz"], (theirs) => {
    expect(() => sessionKey(self, theirs)).toThrow();
  }));

test("a weak public key gives no session", () => {
  expect(() => sessionKey(self, "00".repeat(32))).toThrow();
});

test("the relay's token names the relay, and ends after a day", () => {
  const now = Date.parse("2026-01-31T12:00:00.000Z");
  const [head = "", claims = "", signature = ""] = relayToken("wss://relay.example.com", now).split(
    ".",
  );
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  expect(read(head)).toEqual({ alg: "EdDSA", typ: "JWT" });
  expect(read(claims)).toEqual({
    iss: expect.stringMatching(/^did:key:z6Mk/),
    sub: expect.stringMatching(/^[0-9a-f]{64}$/),
    aud: "wss://relay.example.com",
    iat: now / 1_000,
    exp: now / 1_000 + 86_400,
  });
  expect(Buffer.from(signature, "base64url")).toHaveLength(64);
});

test("bytes are written as the protocol's texts", () => {
  // https://datatracker.ietf.org/doc/html/draft-msporny-base58-03#section-5
  expect(toBase58(new TextEncoder().encode("Hello World!"))).toBe("2NEpo7TZRRrLZSi2U");
  expect(toBase64Url(Uint8Array.of(251, 255, 254))).toBe("-__-");
});
