import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, beforeAll } from "vitest";
import { until } from "./until.ts";

/** An e-mail as it arrived. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether it was sent with SMTPUTF8. */
  readonly isUtf8: boolean;
  /** The user who logged in; null: nobody did. */
  readonly user: string | null;
  /** By their names in lower case, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly raw: string;
  readonly text: string;
  readonly html: string;
}

/** The server's behavior at each step; by default it accepts everything. */
interface MailServerBehavior {
  /** Refuses by throwing `refusal(…)`. */
  onRecipient?(address: string): Promise<void> | void;
  /** Is called when all of an e-mail has arrived, before the server accepts it. */
  onContent?(mail: Mail): Promise<void> | void;
}

export interface MailServer {
  readonly port: number;
  readonly url: string;
  /** The e-mails that the server has accepted. */
  readonly accepted: Mail[];
  /** The e-mails whose content has arrived, accepted or not. */
  readonly seen: Mail[];
  behavior: MailServerBehavior;
  close(): Promise<void>;
}

/** A reply that refuses, such as `550 No such user`. */
export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/** Starts a real SMTP server. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mail: Pick<MailServer, "accepted" | "seen" | "behavior"> = {
    accepted: [],
    seen: [],
    behavior: {},
  };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    logger: false,
    ...options,
    onRcptTo: ({ address }, _, done) => {
      answer(async () => mail.behavior.onRecipient?.(address), done);
    },
    onData: (stream, session, done) => {
      answer(async () => {
        const raw = (await buffer(stream)).toString();
        const { mailFrom, rcptTo } = session.envelope;
        const one = {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isUtf8: session.envelope.smtpUtf8 === true,
          user: session.user ?? null,
          raw,
          ...parsed(raw),
        };
        mail.seen.push(one);
        await mail.behavior.onContent?.(one);
        mail.accepted.push(one);
      }, done);
    },
  });
  server.on("error", () => undefined); // a client that breaks off its connection
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(mail, {
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  });
}

function answer(work: () => Promise<void>, done: (error?: Error | null) => void): void {
  work().then(
    () => done(),
    (error: Error) => done(error),
  );
}

/** A mail server for a test file. */
export function useMailServer(options?: SMTPServerOptions): () => MailServer {
  let server: MailServer | undefined;
  beforeAll(async () => {
    server = await startMailServer(options);
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error("The mail server starts before the first test.");
    return server;
  };
}

/** Waits until the server has accepted `count` e-mails for an address. @returns them */
export function mailsTo(server: MailServer, address: string, count: number): Promise<Mail[]> {
  return until(() => {
    const found = server.accepted.filter(({ to }) => to.includes(address));
    if (found.length < count) throw new Error(`${found.length} of ${count} came to ${address}.`);
    return found;
  });
}

/** Reads an e-mail of ours: headers, and two parts in quoted-printable, base64 or plain. */
function parsed(raw: string): Pick<Mail, "headers" | "text" | "html"> {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get("content-type") ?? "")?.[1] ?? "";
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, "").replace(/\r\n$/, "")));
  const of = (type: string) => {
    const part = parts.find((one) => one.headers.get("content-type")?.startsWith(type));
    return part === undefined ? "" : decoded(part.body, part.headers);
  };
  return { headers, text: of("text/plain"), html: of("text/html") };
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, " ");
  const headers = head.split("\r\n").map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), wordsIn(line.slice(colon + 1).trim())];
  });
  return { headers: new Map(headers), body: raw.slice(end + 4) };
}

function decoded(body: string, headers: ReadonlyMap<string, string>): string {
  const encoding = headers.get("content-transfer-encoding");
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  return quoted(body.replace(/=\r\n/g, ""));
}

const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`))),
    "latin1",
  ).toString();

/** Encoded words in a header (RFC 2047). */
const wordsIn = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString()
        : quoted(text.replaceAll("_", " ")),
    );
