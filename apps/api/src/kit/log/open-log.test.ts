import { describe, expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import type { LogFields } from "../log.ts";
import { openLog } from "./open-log.ts";

const secrets = ["hunter2-of-the-database", "hunter2"];

/** What one line of a log says, but for its time. */
function lineOf(about: object, options: Partial<Parameters<typeof openLog>[0]> = {}) {
  const lines: string[] = [];
  const log = openLog({ level: "info", secrets, write: (line) => lines.push(line), ...options });
  log.error(about as LogFields, "said");
  const { time, level, msg, ...fields } = JSON.parse(lines[0] ?? "{}");
  expect({ level, msg }).toEqual({ level: 50, msg: "said" });
  return fields;
}

it("writes the named fields and no others", () => {
  const about = {
    settlementId: "s1",
    status: 500,
    apiKey: "k",
    req: { headers: {} },
    email: "a@b.c",
  };

  expect(lineOf(about)).toEqual({ settlementId: "s1", status: 500 });
});

it("omits a value whose type differs from its field's", () => {
  expect(lineOf({ settlementId: { secret: 1 }, status: "hunter2", reason: null })).toEqual({});
});

it("writes the fields of every line, which a line can override", () => {
  const always = () => ({ traceId: "t1", reqId: "r1" });

  expect(lineOf({ reqId: "r2" }, { always })).toEqual({ traceId: "t1", reqId: "r2" });
});

it("neither writes nor counts lines below its level", () => {
  const seen: string[] = [];
  const log = openLog({
    level: "warn",
    secrets,
    write: (line) => seen.push(JSON.parse(line).msg),
    wrote: (level) => seen.push(level),
  });

  log.debug({}, "a");
  log.info({}, "b");
  log.warn({}, "c");

  expect(seen).toEqual(["c", "warn"]);
});

describe("the log of an error", () => {
  it("has kind, message, stack and code, also of its causes, and nothing else", () => {
    const cause = Object.assign(new TypeError("inner"), { request: { authorization: "hunter2" } });
    const error = Object.assign(new RangeError("outer", { cause }), {
      code: "P2002",
      detail: "Key (email)=(pat@example.com) already exists.",
    });

    const { err } = lineOf({ err: error });

    expect(err).toEqual({
      type: "RangeError",
      message: "outer",
      stack: expect.stringContaining("open-log.test.ts"),
      code: "P2002",
      cause: { type: "TypeError", message: "inner", stack: expect.any(String) },
    });
  });

  it("has no secrets in message and stack", () => {
    const { err } = lineOf({ err: new Error("login with hunter2-of-the-database failed") });

    expect(err.message).toBe("login with [secret] failed");
    expect(err.stack).toContain("login with [secret] failed");
    expect(JSON.stringify(err)).not.toContain("hunter2");
  });

  it("gives the reasons of an AggregateError that has no message", () => {
    const refused = ["::1", "127.0.0.1"].map((host) => new Error(`connect ECONNREFUSED ${host}`));
    const error = Object.assign(new AggregateError(refused), { code: "ECONNREFUSED" });

    const { err } = lineOf({ err: error });

    expect(err.message).toBe("connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1");
  });

  it("describes an object with an error's fields as an error", () => {
    const emitted = {
      ...Object.assign(new Error("gone"), { code: "ECONNRESET", queue: "hunter2" }),
      message: "login with hunter2 failed",
      stack: "Error: at hunter2",
    };

    expect(lineOf({ err: emitted }).err).toEqual({
      type: "Error",
      message: "login with [secret] failed",
      stack: "Error: at [secret]",
      code: "ECONNRESET",
    });
  });

  it("gives a reason where there is no message", () =>
    forRows(
      [
        [Object.assign(new Error(""), { code: "EPIPE" }), "EPIPE"],
        [new TypeError(""), "TypeError"],
        [{ password: "hunter2" }, "A thrown Object without a message"],
        [undefined, undefined],
        [null, "null"],
        ["text", "text"],
      ],
      (thrown, message) => {
        expect(lineOf({ err: thrown }).err?.message).toBe(message);
      },
    ));

  it("has the first of several errors, and stops at circular causes", () => {
    const round = new Error("round");
    round.cause = round;
    const { err } = lineOf({ err: new AggregateError([round, "text"], "several") });

    expect(err.errors[1]).toEqual({ type: "string", message: "text" });
    expect(err.errors[0].cause.cause.cause).toMatchObject({ message: "round" });
  });
});

describe("a text is logged without", () => {
  const address = `0x${"aB".repeat(20)}`;
  const hash = `0x${"c3".repeat(32)}`;

  it("secrets of any kind", () =>
    forRows(
      [
        ["an API key", `key usance_${"a1B".repeat(12)}`, "key [key]"],
        ["a webhook secret", "whsec_aGVsbG8+/w== is", "[secret] is"],
        [
          "a header's token",
          "Authorization: Bearer abc.def, x",
          "Authorization: Bearer [secret], x",
        ],
        ["a webhook signature", `v1,${"aB3+/".repeat(8)}= v1`, "[signature] v1"],
        ["a signature", `signed 0x${"1b".repeat(65)}`, "signed [bytes]"],
        ["a signed transaction", `0x02f8${"1b".repeat(200)}`, "[bytes]"],
        [
          "an address's login",
          "at https://u:p@rpc.example.com/v1",
          "at https://[secret]@rpc.example.com/v1",
        ],
        [
          "e-mails",
          "to pat.o'hara+x@mail.example.com, ütü@bücher.example",
          "to [e-mail], [e-mail]",
        ],
        [
          "e-mails with every character that they may have",
          "to r&d!#$%*=/?^_`{|}~-x@mail.example.com, 'a=b@xn--h1alffa9f.xn--p1ai', sales/emea@例え.テスト",
          "to [e-mail], '[e-mail]', [e-mail]",
        ],
        ["configured secrets", "hunter2 and hunter2-of-the-database", "[secret] and [secret]"],
      ],
      (_, text, written) => {
        expect(lineOf({ reason: text })).toEqual({ reason: written });
      },
    ));

  it("nothing if it contains none", () =>
    forRows(
      [
        `${address} by ${hash} in block 12`,
        "at file:///srv/node_modules/.pnpm/@prisma+client@7.10.0_typescript@7.0.2/node_modules/a.js:1:2",
        'duplicate key value violates unique constraint "usage_events_pkey"',
        "The settlement chain did not answer in time.",
      ],
      (text) => {
        expect(lineOf({ reason: text })).toEqual({ reason: text });
      },
    ));
});
