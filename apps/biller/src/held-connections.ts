import type { Socket } from "node:net";

/** What connections take: themselves, and bytes of bodies that have not arrived completely. */
interface Taken {
  connections: number;
  bytes: number;
}

interface Held extends Taken {
  readonly network: string;
}

const mib = 1_048_576;
const ofAll: Taken = { connections: 256, bytes: 16 * mib };
const ofNetwork: Taken = { connections: 32, bytes: 4 * mib };

/**
 * Limits the open connections of a server and the bytes of their incomplete bodies, in all and per network. Above a limit of
 * a network, its oldest connections are closed, and above one in all, the oldest of the network that takes most. So strangers
 * close their own connections, and a webhook arrives on a slow one too.
 */
export class HeldConnections {
  /** The oldest first. */
  readonly #held = new Map<Socket, Held>();
  readonly #networkOf: (address: string) => string;

  constructor(networkOf: (address: string) => string) {
    this.#networkOf = networkOf;
  }

  add(socket: Socket): void {
    const network = this.#networkOf(socket.remoteAddress ?? "");
    this.#held.set(socket, { network, connections: 1, bytes: 0 });
    socket.once("close", () => this.#held.delete(socket));
    this.#keepTo("connections");
  }

  /** Counts bytes of a body that are in memory until the connection ends. */
  hold(socket: Socket, bytes: number): void {
    const held = this.#held.get(socket);
    if (held === undefined) return;
    held.bytes += bytes;
    this.#keepTo("bytes");
  }

  #keepTo(kind: keyof Taken): void {
    for (;;) {
      const totals = new Map<string, number>();
      let all = 0;
      for (const held of this.#held.values()) {
        totals.set(held.network, (totals.get(held.network) ?? 0) + held[kind]);
        all += held[kind];
      }
      const [network, most] = [...totals].reduce(
        (one, other) => (other[1] > one[1] ? other : one),
        ["", 0],
      );
      if (most <= ofNetwork[kind] && all <= ofAll[kind]) return;
      this.#endOldest((held) => held.network === network && held[kind] > 0);
    }
  }

  #endOldest(isMeant: (held: Held) => boolean): void {
    for (const [socket, held] of this.#held) {
      if (!isMeant(held)) continue;
      this.#held.delete(socket);
      socket.destroy();
      return;
    }
  }
}
