/** Something that the developer can set right; the message says what, in a line. */
export class RelayError extends Error {
  override readonly name: string = "RelayError";
}

/** No events can be read at the moment. It may pass by itself. */
export class ServiceAway extends RelayError {
  override readonly name = "ServiceAway";
}
