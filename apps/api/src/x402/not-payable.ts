/** A payment cannot be taken. It is an answer of the protocol, and not an error of HTTP. */
export class NotPayable extends Error {
  override readonly name = "NotPayable";
  /** For programs: a reason of the protocol, or one of this service. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
