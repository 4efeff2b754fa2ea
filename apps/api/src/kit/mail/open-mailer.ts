import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Mailer, MailResult, OutgoingEmail } from "./mailer.ts";

/** A mail server, and how to log in there. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start. Without it, STARTTLS is used if the server offers it. */
  readonly secure: boolean;
  /** Whether TLS is necessary: a password is not sent in the clear, except on this machine. */
  readonly requireTLS: boolean;
  readonly auth: {
    readonly credentials: { readonly user: string; readonly pass: string };
  } | null;
}

const thisMachine: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Reads SMTP_URL, which config has checked to be a URL. */
export function readSmtpUrl(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const hasLogin = username !== "";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: hasLogin && !secure && !thisMachine.has(hostname),
    auth: hasLogin
      ? { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : null,
  };
}

/** Line breaks and other control characters, and characters that turn the direction of text. */
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u206f]+/gu;
/** The beginning of an encoded word (RFC 2047), in which a reader would find the characters that are refused here. */
const encodedWord = /=\?/g;
/** What separates addresses and names in a header: a display name must not look like an address. */
const ofAddresses = /[<>@"\\]+/g;

/**
 * A text for a header, on one line. Stored names may be older than the rules for names, so nothing is assumed of them.
 *
 * @param maxLength in characters; longer texts are cut
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replace(unsafe, " ")
    .replace(encodedWord, "= ?")
    .replace(/ {2,}/g, " ")
    .trim();
  const characters = Array.from(line.slice(0, 4 * maxLength));
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join("")}…`;
}

/**
 * The same for a sender's name, which must not look like an address, nor become one when a mail program normalizes it.
 */
export function displayName(name: string): string {
  return oneLine(name.normalize("NFKC").replace(ofAddresses, " "), 100);
}

export interface MailLimits {
  /** How long connecting and the server's greeting may take, each, in milliseconds. */
  readonly connectMs: number;
  /** How long the server may be silent, in milliseconds. */
  readonly silenceMs: number;
  /** How long all of it may take, in milliseconds. */
  readonly totalMs: number;
}

export const usualLimits: MailLimits = { connectMs: 10_000, silenceMs: 60_000, totalMs: 90_000 };

const maxResponse = 1_024;
const offersUtf8 = /[ -]SMTPUTF8\b/im;

/**
 * Opens a mailer. Each e-mail has a connection of its own, so a broken connection affects only one e-mail.
 *
 * @param options.url `smtps://user:password@host:465` or `smtp://…`, which uses STARTTLS if the server offers it
 * @param options.from the sender's address
 */
export function openMailer(options: {
  readonly url: string;
  readonly from: string;
  readonly limits?: MailLimits;
}): Mailer {
  const { url, from, limits = usualLimits } = options;
  const { auth, ...server } = readSmtpUrl(url);
  return {
    send: async (email, handOver) => {
      const message = await composed(email, from);
      const connection = new SMTPConnection({
        ...server,
        connectionTimeout: limits.connectMs,
        greetingTimeout: limits.connectMs,
        dnsTimeout: limits.connectMs,
        socketTimeout: limits.silenceMs,
      });
      return new Exchange(connection, limits.totalMs).send(auth, {
        envelope: { from, to: [email.to] },
        message,
        handOver,
      });
    },
  };
}

/** Builds the e-mail as it is sent. Names go through `oneLine`, so that they can add no header. */
function composed(email: OutgoingEmail, from: string): Promise<Buffer> {
  const { id, fromName, to, subject, text, html, date } = email;
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const composer = new MailComposer({
    // As an object: a text would be read as a list of addresses.
    from: { name: displayName(fromName), address: from },
    to: { name: "", address: to },
    subject: oneLine(subject, 200),
    text,
    html,
    date,
    messageId: `<${id}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

interface Sending {
  readonly envelope: { readonly from: string; readonly to: string[] };
  readonly message: Buffer;
  readonly handOver: () => Promise<boolean>;
}

/** One connection to the mail server, and what has happened on it. */
class Exchange {
  readonly #connection: SMTPConnection;
  readonly #timer: NodeJS.Timeout;
  readonly #result: Promise<MailResult>;
  #resolve: (result: MailResult) => void = () => undefined;
  /** Whether content may have been sent. */
  #isHandedOver = false;

  constructor(connection: SMTPConnection, totalMs: number) {
    this.#connection = connection;
    this.#result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = setTimeout(() => {
      this.#fail({ message: `The mail server did not finish within ${totalMs / 1_000} s.` });
    }, totalMs);
    connection.on("error", (error) => this.#fail(error));
    connection.on("end", () => this.#fail({ message: "The mail server closed the connection." }));
  }

  send(auth: ReturnType<typeof readSmtpUrl>["auth"], sending: Sending): Promise<MailResult> {
    this.#connection.connect((error) => {
      // The last response is the one to EHLO. Other servers would take the address for something else.
      const takes = offersUtf8.test(this.#connection.lastServerResponse || "");
      if (error) this.#fail(error);
      else if (needsUtf8(sending.envelope) && !takes) this.#fail({ message: noUtf8 });
      else if (auth === null) this.#give(sending);
      else {
        this.#connection.login(auth, (refused) =>
          refused ? this.#fail(refused) : this.#give(sending),
        );
      }
    });
    return this.#result;
  }

  #give({ envelope, message, handOver }: Sending): void {
    this.#connection.send(envelope, this.#content(message, handOver), (error, info) => {
      if (error) this.#fail(error);
      else this.#end({ outcome: "accepted", ...replyOf(info.response) });
    });
  }

  /** The content as a stream, which is read only once the server has agreed to take it. */
  #content(message: Buffer, handOver: () => Promise<boolean>): Readable {
    let isAsked = false;
    const content = new Readable({
      read: () => {
        if (isAsked) return;
        isAsked = true;
        handOver().then(
          (isOurs) => {
            if (!isOurs) return this.#fail({ message: "Another process has taken the e-mail." });
            this.#isHandedOver = true;
            content.push(message);
            content.push(null);
          },
          () => this.#fail({ message: "The database was not available." }),
        );
      },
    });
    return content;
  }

  #fail(error: SmtpTrouble): void {
    const { responseCode: code, response, command, message } = error;
    if (typeof code === "number" && typeof response === "string") {
      // Other commands are about our login and our address, not about this e-mail.
      const isOfThisEmail = command === "RCPT TO" || command === "DATA";
      const isFinal = code >= 500 && isOfThisEmail;
      this.#end({ outcome: "refused", code, response: cut(response), isFinal });
    } else {
      const outcome = this.#isHandedOver ? "uncertain" : "unsent";
      this.#end({ outcome, error: cut(oneLine(message, maxResponse)) });
    }
  }

  #end(result: MailResult): void {
    clearTimeout(this.#timer);
    this.#resolve(result);
    if (result.outcome === "accepted") this.#connection.quit();
    else this.#connection.close();
  }
}

/** Domains are in Punycode, so only a local part with letters outside of ASCII needs SMTPUTF8 (RFC 6531). */
const needsUtf8 = ({ from, to }: Sending["envelope"]) =>
  [from, ...to].some((address) => /[^\0-\x7f]/.test(address));
const noUtf8 =
  "The mail server does not offer SMTPUTF8, which an address with letters outside of ASCII before its @ needs.";

/** A failure as nodemailer reports it; `response` is the server's reply, if there was one. */
interface SmtpTrouble {
  readonly message: string;
  readonly responseCode?: number | undefined;
  readonly response?: string | undefined;
  readonly command?: string | undefined;
}

const cut = (text: string) => text.slice(0, maxResponse).replaceAll("\0", "�").toWellFormed();

function replyOf(response: string): { readonly code: number; readonly response: string } {
  return { code: Number.parseInt(response, 10), response: cut(response) };
}
