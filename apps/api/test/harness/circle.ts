import {
  constants,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { type Faults, type Mishap, readFaults, suffer } from "./circle-faults.ts";
import { type Bundling, type CircleTransaction, circleWallet } from "./circle-wallet.ts";
import { onFreePort } from "./on-free-port.ts";

type Hex = `0x${string}`;

/** Key of one of the local chain's accounts, which has funds for gas. It needs the SETTLER role to settle. */
const walletKey: Hex = "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a";

const hexData = (digits: string) => z.templateLiteral(["0x", z.string().regex(new RegExp(digits))]);

const Execution = z.object({
  idempotencyKey: z.uuidv4(),
  walletId: z.uuid(),
  contractAddress: hexData("^[0-9a-fA-F]{40}$"),
  callData: hexData("^([0-9a-fA-F]{2})*$"),
  feeLevel: z.enum(["LOW", "MEDIUM", "HIGH"]),
  refId: z.string().optional(),
  entitySecretCiphertext: z.base64(),
});

interface Answer {
  readonly status: number;
  readonly body: object;
}

const refuse = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message },
});

export interface Circle {
  readonly url: string;
  readonly apiKey: string;
  readonly entitySecret: string;
  readonly walletId: string;
  readonly walletKey: Hex;
  readonly walletAddress: Hex;
  /** Sets the faults from now on. Other processes send the same as JSON to PUT /_faults. */
  faults: Faults;
  /** All requests so far: `GET /v1/w3s/wallets/…`. */
  readonly requests: readonly string[];
  /** All accepted transactions. */
  readonly transactions: readonly Readonly<CircleTransaction>[];
  /** Changes the public key: entity secrets that were encrypted for the old one are refused. */
  replacePublicKey(): void;
  stop(): void;
}

/**
 * The part of Circle's developer-controlled wallets that settlements need, with one wallet, which sends its transactions to the
 * local chain. Responses follow https://developers.circle.com/api-reference/wallets, and errors
 * https://developers.circle.com/wallets/error-codes.
 *
 * @param bundling the contract through which the wallet calls, if it is a smart account
 */
export async function startCircle(rpcUrl: string, bundling?: Bundling): Promise<Circle> {
  const apiKey = `TEST_API_KEY:${randomBytes(16).toString("hex")}:${randomBytes(16).toString("hex")}`;
  const entitySecret = randomBytes(32).toString("hex");
  const walletId = randomUUID();
  const stopped = new AbortController();
  const wallet = circleWallet(
    { rpcUrl, key: walletKey, bundling },
    () => circle.faults.fate,
    stopped.signal,
  );
  const requests: string[] = [];
  const taken = new Map<string, { request: string; transaction: CircleTransaction }>();
  const ciphertexts = new Set<string>();
  let keys = newRsaKeys();

  function execute(given: unknown): Answer {
    const read = Execution.safeParse(given);
    if (!read.success) return refuse(400, 2, "API parameter invalid");
    const { entitySecretCiphertext, ...request } = read.data;
    if (ciphertexts.has(entitySecretCiphertext)) {
      return refuse(400, 156004, "Reusing an entity secret ciphertext is not allowed.");
    }
    if (decrypt(keys.privateKey, entitySecretCiphertext) !== entitySecret) {
      return refuse(400, 156013, "The provided entity secret is invalid.");
    }
    ciphertexts.add(entitySecretCiphertext);
    if (request.walletId !== walletId) {
      return refuse(404, 156001, "Cannot find target wallet in the system.");
    }
    const fingerprint = createHash("sha256").update(JSON.stringify(request)).digest("hex");
    const before = taken.get(request.idempotencyKey);
    if (before !== undefined && before.request !== fingerprint) {
      return refuse(409, 156020, "Please use a new idempotency key.");
    }
    const { id } = before?.transaction ?? take(request, fingerprint);
    return { status: before === undefined ? 201 : 200, body: { data: { id, state: "INITIATED" } } };
  }

  function take(
    {
      idempotencyKey,
      contractAddress,
      callData,
    }: Omit<z.output<typeof Execution>, "entitySecretCiphertext">,
    request: string,
  ): CircleTransaction {
    const transaction: CircleTransaction = {
      id: randomUUID(),
      state: "INITIATED",
      contract: contractAddress,
      callData,
    };
    taken.set(idempotencyKey, { request, transaction });
    wallet.carryOut(transaction).catch((error) => {
      if (!stopped.signal.aborted) throw error;
    });
    return transaction;
  }

  function transaction(id: string): Answer {
    const found = circle.transactions.find((one) => one.id === id);
    if (found === undefined) {
      return refuse(404, 156003, "Cannot find target transaction in the system.");
    }
    const { callData: _, contract, ...shown } = found;
    const constant = {
      blockchain,
      contractAddress: contract,
      createDate: date,
      operation: "CONTRACT_EXECUTION",
      sourceAddress: wallet.address,
      transactionType: "OUTBOUND",
      updateDate: date,
      walletId,
    };
    return { status: 200, body: { data: { transaction: { ...constant, ...shown } } } };
  }

  function showWallet(id: string): Answer {
    if (id !== walletId) return refuse(404, 156001, "Cannot find target wallet in the system.");
    const { address } = wallet;
    const accountType = bundling === undefined ? "EOA" : "SCA";
    const shown = { id, address, blockchain, state: "LIVE", accountType, createDate: date };
    return { status: 200, body: { data: { wallet: shown } } };
  }

  /** @returns the response, or the fault that replaces it */
  async function answerTo(req: IncomingMessage): Promise<Answer | Mishap> {
    const { method = "", url = "" } = req;
    if (method === "PUT" && url === "/_faults") {
      circle.faults = readFaults(JSON.parse(await text(req)));
      return { status: 200, body: circle.faults };
    }
    requests.push(`${method} ${url}`);
    const body = await text(req);
    if (req.headers.authorization !== `Bearer ${apiKey}`) {
      return refuse(401, 401, "Malformed authorization. Are the credentials properly encoded?");
    }
    const { faults } = circle;
    const [, noun, id = ""] = /^\/v1\/w3s\/(transactions|wallets)\/([^/]+)$/.exec(url) ?? [];
    switch (`${method} ${noun ?? url}`) {
      case "POST /v1/w3s/developer/transactions/contractExecution": {
        if (faults.execute?.taken === false) return faults.execute.answer;
        const answer = execute(JSON.parse(body));
        return faults.execute?.answer ?? answer;
      }
      case "GET transactions":
        return faults.transaction ?? transaction(id);
      case "GET wallets":
        return faults.wallet ?? showWallet(id);
      case "GET /v1/w3s/config/entity/publicKey":
        return faults.publicKey ?? { status: 200, body: { data: { publicKey: keys.publicKey } } };
      default:
        return refuse(404, 404, "Resource not found");
    }
  }

  const server = createServer(async (req, res) => {
    const answer = await answerTo(req);
    if (typeof answer === "string") return suffer(answer, res);
    res.writeHead(answer.status, { "Content-Type": "application/json" });
    res.end(JSON.stringify(answer.body));
  });
  const { url } = await onFreePort(server);

  const circle: Circle = {
    url,
    apiKey,
    entitySecret,
    walletId,
    walletKey,
    walletAddress: wallet.address,
    faults: {},
    requests,
    get transactions() {
      return [...taken.values()].map((one) => one.transaction);
    },
    replacePublicKey: () => {
      keys = newRsaKeys();
    },
    stop: () => {
      stopped.abort();
      server.close();
      server.closeAllConnections();
    },
  };
  return circle;
}

const blockchain = "EVM-TESTNET";
const date = "2026-01-01T00:00:00Z";

export function newRsaKeys(): { publicKey: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(), privateKey };
}

/** @returns null for a text that was not encrypted for this key */
function decrypt(key: KeyObject, ciphertext: string): string | null {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const plain = privateDecrypt(
      { key, padding, oaepHash: "sha256" },
      Buffer.from(ciphertext, "base64"),
    );
    return plain.toString("hex");
  } catch {
    return null;
  }
}
