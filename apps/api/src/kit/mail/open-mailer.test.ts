import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { refusal, startMailServer, useMailServer } from "../../../test/harness/mail-server.ts";
import { until } from "../../../test/harness/until.ts";
import type { OutgoingEmail } from "./mailer.ts";
import { openMailer, usualLimits } from "./open-mailer.ts";

const server = useMailServer();
afterEach(() => {
  server().behavior = {};
});

const email: OutgoingEmail = {
  id: "k2vh0ya8ixo3a1zpd3dtm7ns",
  fromName: "Weather API",
  to: "pat@example.com",
  subject: "Invoice",
  text: "You owe 25.00 USDC.",
  html: "<p>You owe 25.00 USDC.</p>",
  date: new Date("2026-01-31T12:00:00.000Z"),
};
const from = "billing@usance.example";
const isOurs = () => Promise.resolve(true);
const mailer = (limits = usualLimits, url = server().url) => openMailer({ url, from, limits });

/** A TCP server that speaks no SMTP: it does what the test says with each connection. */
async function aServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const bare = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  bare.listen(0, "127.0.0.1");
  await once(bare, "listening");
  onTestFinished(() => {
    bare.close();
    for (const socket of sockets) socket.destroy();
  });
  return `smtp://127.0.0.1:${(bare.address() as AddressInfo).port}`;
}

describe("an e-mail", () => {
  it("arrives as text and HTML, from the service's name and the operator's address", async () => {
    expect(await mailer().send(email, isOurs)).toMatchObject({ outcome: "accepted", code: 250 });
    const mail = server().accepted.at(-1);
    expect(mail).toMatchObject({
      from,
      to: ["pat@example.com"],
      text: expect.stringContaining("You owe 25.00 USDC."),
      html: expect.stringContaining("<p>You owe 25.00 USDC.</p>"),
    });
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: "Weather API <billing@usance.example>",
      to: "pat@example.com",
      subject: "Invoice",
      date: "Sat, 31 Jan 2026 12:00:00 +0000",
      "message-id": "<k2vh0ya8ixo3a1zpd3dtm7ns@usance.example>",
      "auto-submitted": "auto-generated",
    });
  });

  it("has the headers of every other, whatever the name and the subject are", () =>
    forRows(
      [
        "A\r\nBcc: all@example.com",
        "A\nX-Injected: 1\n\nbody",
        "A\u2028Bcc: all@example.com",
        'A" <all@example.com>, "B',
        "security@bank.example",
        "\u202eksaniM",
        "😀".repeat(200),
        "x".repeat(5_000),
        "\ud800",
        "",
      ],
      async (name) => {
        await mailer().send({ ...email, fromName: name, subject: name }, isOurs);
        const mail = server().accepted.at(-1);
        expect(mail?.to).toEqual(["pat@example.com"]);
        expect([...(mail?.headers.keys() ?? [])].sort()).toEqual([
          "auto-submitted",
          "content-type",
          "date",
          "from",
          "message-id",
          "mime-version",
          ...(name === "" ? [] : ["subject"]),
          "to",
          "x-auto-response-suppress",
        ]);
        const sender = mail?.headers.get("from") ?? "";
        expect(sender).toMatch(/(^|<)billing@usance\.example>?$/);
        expect(sender.match(/@/g)).toHaveLength(1);
        expect(sender).not.toMatch(/[\u2028\u202e]/);
        expect(mail?.text).toContain("You owe 25.00 USDC.");
      },
    ));

  it("goes to one address or to none", () =>
    forRows(
      ["a@example.com,b@example.com", "A <a@example.com>", "a@example.com\r\nDATA"],
      async (to) => {
        const before = server().seen.length;
        const result = await mailer().send({ ...email, to }, isOurs);
        expect(result.outcome).not.toBe("accepted");
        expect(server().seen).toHaveLength(before);
      },
    ));
});

describe("an address with letters outside of ASCII before its @", () => {
  const to = "räucher@xn--rucher-bua.de";

  it("is sent with SMTPUTF8", async () => {
    expect((await mailer().send({ ...email, to }, isOurs)).outcome).toBe("accepted");
    const mail = server().accepted.at(-1);
    expect(mail).toMatchObject({ to: ["räucher@räucher.de"], isUtf8: true });
    expect(mail?.headers.get("to")).toBe("räucher@räucher.de");
  });

  it("is not sent to a server without SMTPUTF8, which gets e-mails to Punycode domains", async () => {
    const old = await startMailServer({ hideSMTPUTF8: true });
    onTestFinished(() => old.close());
    const send = (address: string) =>
      mailer(usualLimits, old.url).send({ ...email, to: address }, isOurs);
    expect(await send(to)).toEqual({
      outcome: "unsent",
      error:
        "The mail server does not offer SMTPUTF8, which an address with letters outside of ASCII before its @ needs.",
    });
    expect((await send("r&d@xn--rucher-bua.de")).outcome).toBe("accepted");
    // The test's server decodes the domain of the envelope.
    expect(old.accepted).toMatchObject([{ to: ["r&d@räucher.de"], isUtf8: false }]);
    expect(old.accepted[0]?.headers.get("to")).toBe("r&d@xn--rucher-bua.de");
  });
});

it("an address with unusual characters is the envelope's and the header's recipient as it is", () =>
  forRows(
    [
      "r&d@example.com",
      "a=b@example.com",
      "sales/emea@example.com",
      "!#$%&'*+-/=?^_`{|}~@example.com",
    ],
    async (to) => {
      await mailer().send({ ...email, to }, isOurs);
      const mail = server().accepted.at(-1);
      expect(mail?.to).toEqual([to]);
      expect(mail?.headers.get("to")).toBe(to);
    },
  ));

describe("a refusal", () => {
  it("of the recipient is final with a 5xx code alone", () =>
    forRows(
      [
        [451, false],
        [550, true],
      ],
      async (code, isFinal) => {
        server().behavior = {
          onRecipient: () => {
            throw refusal(code, "Not now");
          },
        };
        expect(await mailer().send(email, isOurs)).toMatchObject({
          outcome: "refused",
          code,
          isFinal,
        });
      },
    ));

  it("of the content is final with a 5xx code alone", () =>
    forRows(
      [
        [452, false],
        [554, true],
      ],
      async (code, isFinal) => {
        server().behavior = {
          onContent: () => {
            throw refusal(code, "No");
          },
        };
        const result = await mailer().send(email, isOurs);
        expect(result).toEqual({ outcome: "refused", code, isFinal, response: `${code} No` });
      },
    ));

  it("of the login is not final: it says nothing about the e-mail", async () => {
    const closed = await startMailServer({
      authOptional: false,
      onAuth: (_, __, done) => done(refusal(535, "Wrong password")),
    });
    onTestFinished(() => closed.close());
    const url = closed.url.replace("//", "//usance:wrong@");
    expect(await mailer(usualLimits, url).send(email, isOurs)).toMatchObject({
      outcome: "refused",
      code: 535,
      isFinal: false,
    });
  });
});

it("logs in with the user and password of the URL, which may be percent-encoded", async () => {
  const seen: unknown[] = [];
  const closed = await startMailServer({
    authOptional: false,
    onAuth: ({ username, password }, _, done) => {
      seen.push(username, password);
      done(null, { user: username });
    },
  });
  onTestFinished(() => closed.close());
  const url = closed.url.replace("//", "//us%40nce:p%3Ass@");
  expect((await mailer(usualLimits, url).send(email, isOurs)).outcome).toBe("accepted");
  expect(seen).toEqual(["us@nce", "p:ss"]);
});

describe("an attempt that is not finished", () => {
  const limits = { connectMs: 300, silenceMs: 300, totalMs: 60_000 };

  it("is unsent when nobody listens", async () => {
    const url = "smtp://127.0.0.1:1";
    expect((await mailer(limits, url).send(email, isOurs)).outcome).toBe("unsent");
  });

  it("is unsent when the server never greets", async () => {
    const url = await aServer(() => undefined);
    expect((await mailer(limits, url).send(email, isOurs)).outcome).toBe("unsent");
  });

  it("is unsent when the server closes the connection at once", async () => {
    const url = await aServer((socket) => socket.destroy());
    expect((await mailer(limits, url).send(email, isOurs)).outcome).toBe("unsent");
  });

  it("is unsent when the server answers a byte at a time, for longer than all may take", async () => {
    const url = await aServer((socket) => {
      const timer = setInterval(() => socket.write("2"), 50);
      socket.on("close", () => clearInterval(timer));
    });
    const result = await mailer({ ...usualLimits, totalMs: 500 }, url).send(email, isOurs);
    expect(result).toEqual({
      outcome: "unsent",
      error: "The mail server did not finish within 0.5 s.",
    });
  });

  it("is unsent when it turns out not to be ours, and the server accepts nothing", async () => {
    const before = server().accepted.length;
    const result = await mailer().send(email, () => Promise.resolve(false));
    expect(result.outcome).toBe("unsent");
    expect(server().accepted).toHaveLength(before);
  });

  it("is unsent when the hand-over cannot be noted", async () => {
    const before = server().accepted.length;
    const result = await mailer().send(email, () => Promise.reject(new Error("down")));
    expect(result).toEqual({ outcome: "unsent", error: "The database was not available." });
    expect(server().accepted).toHaveLength(before);
  });

  it("is uncertain when the reply to the content does not come", async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    server().behavior = { onContent: () => held };
    // Again if the limit passes before the content was sent.
    await until(async () => {
      expect((await mailer(limits).send(email, isOurs)).outcome).toBe("uncertain");
    });
    go();
  });
});

it("asks for the hand-over once, and only after the server has accepted the recipient", async () => {
  const steps: string[] = [];
  server().behavior = {
    onRecipient: (address) => {
      steps.push(address);
    },
    onContent: () => {
      steps.push("content");
    },
  };
  await mailer().send(email, async () => {
    steps.push("hand-over");
    return true;
  });
  expect(steps).toEqual(["pat@example.com", "hand-over", "content"]);
});
