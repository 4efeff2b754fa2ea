import type { Socket } from "node:net";

const begin = Buffer.from("HTTP/1.1 1");
/** How many digits of the status follow. */
const digits = 2;
const blankLine = Buffer.from("\r\n\r\n");
const [zero, two] = Buffer.from("02");

/**
 * Makes a socket's `100 Continue` read as `102 Processing`, since undici breaks off a connection at a 100 to a request
 * without `Expect` (RFC 9110, section 15.2: a client parses any number of 1xx answers, also unexpected ones). Both have the
 * same length and no body, so nothing else changes.
 */
export function passOverContinue<One extends Socket>(socket: One): One {
  const heads = new Heads();
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (chunk !== null) heads.rewrite(chunk);
    return chunk;
  };
  return socket;
}

/** Finds the heads of 1xx answers, of which each chunk may have a part. */
class Heads {
  #at: "begin" | "digits" | "rest" | "other" = "begin";
  /** How much of what is looked for has been found. */
  #found = 0;
  /** Whether the digits so far are zeros. */
  #isContinue = true;

  rewrite(chunk: Buffer): void {
    // A chunk may be the beginning of the next answer. If it is part of a body instead, two digits of a log differ.
    if (this.#at === "other") this.#look("begin");
    for (let index = 0; index < chunk.length && this.#at !== "other"; index += 1) {
      this.#take(chunk, index);
    }
  }

  #take(chunk: Buffer, index: number): void {
    const byte = chunk[index];
    switch (this.#at) {
      case "begin":
        if (byte === begin[this.#found]) this.#found += 1;
        else this.#at = "other";
        if (this.#found === begin.length) this.#look("digits");
        return;
      case "digits":
        this.#found += 1;
        this.#isContinue &&= byte === zero;
        if (this.#found < digits) return;
        if (this.#isContinue) chunk[index] = two as number;
        this.#look("rest");
        return;
      case "rest":
        if (byte === blankLine[this.#found]) this.#found += 1;
        else this.#found = byte === blankLine[0] ? 1 : 0;
        if (this.#found === blankLine.length) this.#look("begin");
        return;
      case "other":
        return;
    }
  }

  #look(at: "begin" | "digits" | "rest"): void {
    this.#at = at;
    this.#found = 0;
    if (at === "digits") this.#isContinue = true;
  }
}
