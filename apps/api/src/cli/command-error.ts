/** A command cannot do what it was asked to do; the message says why, and is shown without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** A command was typed wrongly, in a way that only its action can see; the exit code is that of other wrong use. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}
