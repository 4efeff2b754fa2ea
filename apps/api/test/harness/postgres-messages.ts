/* The messages of the Postgres protocol, as a pooler reads and writes them. */

/** A message: its type, a letter, and the bytes behind its length. */
export interface Message {
  readonly type: string;
  readonly body: Buffer;
}

/** Cuts bytes into messages. @returns a function that takes the next bytes */
export function messageReader(take: (message: Message) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      take({ type: rest.toString("latin1", 0, 1), body: rest.subarray(5, end) });
      rest = rest.subarray(end);
    }
  };
}

export function written({ type, body }: Message): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, "latin1");
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** A text as the protocol writes it, with a zero at its end. */
export const zeroEnded = (text: string): Buffer => Buffer.from(`${text}\0`);

/** @returns the text at an offset, and where it ends */
export function textAt(body: Buffer, from: number): readonly [text: string, end: number] {
  const end = body.indexOf(0, from);
  return [body.toString("utf8", from, end), end + 1];
}

export function fatal(code: string, message: string): Buffer {
  const fields = { S: "FATAL", V: "FATAL", C: code, M: message };
  const fieldsWritten = Object.entries(fields).map(([name, value]) => zeroEnded(name + value));
  return written({ type: "E", body: Buffer.concat([...fieldsWritten, Buffer.from([0])]) });
}

/** The parameters of a start-up message, behind its length and version. */
export function startupParameters(body: Buffer): Map<string, string> {
  const parameters = new Map<string, string>();
  let at = 0;
  while (at < body.length && body[at] !== 0) {
    const [name, end] = textAt(body, at);
    const [value, next] = textAt(body, end);
    parameters.set(name, value);
    at = next;
  }
  return parameters;
}
