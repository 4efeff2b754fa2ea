/** An e-mail as it is given to the mail server. */
export interface OutgoingEmail {
  /** Unique: the `Message-ID` header is made of it. */
  readonly id: string;
  /** The sender's name; the sender's address is the operator's. */
  readonly fromName: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
}

/** The result of giving an e-mail to the mail server. */
export type MailResult =
  | { readonly outcome: "accepted"; readonly code: number; readonly response: string }
  /** The server refused it, so it will not arrive. `isFinal`: it would refuse it again, because of its recipient or content. */
  | {
      readonly outcome: "refused";
      readonly code: number;
      readonly response: string;
      readonly isFinal: boolean;
    }
  /** None of its content was sent. */
  | { readonly outcome: "unsent"; readonly error: string }
  /** Its content was sent, and the server's reply did not arrive. */
  | { readonly outcome: "uncertain"; readonly error: string };

/** Gives e-mails to the mail server. */
export interface Mailer {
  /**
   * Sends an e-mail once. It does not throw.
   *
   * @param handOver is called once the server has accepted sender and recipient, before any content is sent. If it does
   *   not resolve to true, nothing is sent
   */
  send(email: OutgoingEmail, handOver: () => Promise<boolean>): Promise<MailResult>;
}

/** How the service sends e-mails. */
export interface Emails {
  readonly mailer: Mailer;
  /** How many e-mails a recipient gets, and a seller sends, in 24 hours at most. */
  readonly dailyLimits: { readonly perRecipient: number; readonly perSeller: number };
}
