import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type BilledRoot,
  type InvoiceProof,
  type ReadRoots,
  type RootedEvent,
  readBilledRoots,
  type UsagePages,
} from "@usance/proofs";
import { Agent, interceptors, request } from "undici";
import { z } from "zod";
import { lineForTerminal } from "../../kit/readable-text.ts";
import { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { CommandError, WrongUse } from "../command-error.ts";

/** What a proof is of. */
export type Proof =
  | { readonly settlement: SettlementProof }
  | {
      /** Only its payment has its form; the verification checks the rest. */
      readonly invoice: PaidProof;
      /** Pages of the usage events; null: there are none. */
      readonly usage: UsagePages | null;
      readonly readRoots: ReadRoots;
    };

type PaidProof = InvoiceProof & { readonly settlement: SettlementProof | null };

const BilledEvents = z.array(
  z.object({ eventKey: z.string(), quantity: z.string(), occurredAt: z.string() }),
);
/** The verification checks their form. */
const AnyObjects = z.array(z.looseObject({}));

const rule = "it must be an object with a proof.";
/** The answer of an operation, or the proof of a settlement in it. */
const AnyFile = z
  .looseObject({})
  .transform((given) => ("contract" in given ? { proof: given } : given))
  .pipe(z.looseObject({ proof: z.looseObject({}) }));
/** The answer of GET /settlements/{settlementId}/proof. */
const SettlementFile = z.object({ proof: SettlementProof });
/** The answer of GET /invoices/{invoiceId}/proof; what a receipt saves has the usage events and roots too. */
const InvoiceFile = z.object({
  proof: z.looseObject({ settlement: SettlementProof.nullable() }),
  usageEvents: BilledEvents.optional(),
  usageRoots: AnyObjects.optional(),
});
interface InvoiceAnswer {
  readonly proof: PaidProof;
  readonly usageEvents?: readonly RootedEvent[];
  readonly usageRoots?: readonly BilledRoot[];
}

/**
 * @param file a path, or `-` for standard input
 * @throws CommandError when it cannot be read or is not a proof
 */
export async function readProof(file: string): Promise<Proof> {
  const name = file === "-" ? "Standard input" : file;
  const json = parsed(await readText(file), `${name} is not JSON.`);
  const { success, data: given } = AnyFile.safeParse(json);
  if (!success) throw new CommandError(`${name} is not a proof: ${rule}`);
  if (!("bill" in given.proof)) {
    const { proof } = valid<z.output<typeof SettlementFile>>(
      SettlementFile,
      given,
      `${name} is not a settlement proof`,
    );
    return { settlement: proof };
  }
  const { proof, usageEvents, usageRoots } = valid<InvoiceAnswer>(
    InvoiceFile,
    given,
    `${name} is not the proof of an invoice`,
  );
  return {
    invoice: proof,
    usage: usageEvents ? [usageEvents] : null,
    readRoots: async () => usageRoots ?? null,
  };
}

async function readText(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  return readFile(file, "utf8").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new CommandError(`${file} cannot be read${code}.`);
  });
}

function parsed(json: string, problem: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CommandError(problem);
  }
}

/** @returns the value as it is: a field that the schema does not know is hashed too, and the verification checks its form */
function valid<Output>(schema: z.ZodType, value: unknown, problem: string): Output {
  const { success, error } = schema.safeParse(value);
  if (success) return value as Output;
  throw new CommandError(`${problem}: ${issueText(error.issues[0])}`);
}

/** The service's own messages begin with the field. */
function issueText(issue: z.core.$ZodIssue | undefined): string {
  const [message = "", path = ""] = [issue?.message, issue?.path.join(".")];
  return message.startsWith("Invalid ") ? `${path}: ${message}` : message;
}

/** The address of an invoice's page, and where its settings are. */
const invoicePage = /^(https?:\/\/.+)\/invoices\/([^/?#]+)$/;
/** The settings of a page: `apiUrl` is where the API is; empty where the page is. */
const PageConfig = z.object({ apiUrl: z.string().optional() });

/**
 * Reads what an invoice bills, as its page does.
 *
 * @param url of the page
 * @throws WrongUse for another address; CommandError when the service does not answer or refuses
 */
export async function readInvoicePage(url: string): Promise<Proof> {
  const [, pages, token] = invoicePage.exec(url) ?? [];
  if (pages === undefined || !URL.canParse(url)) {
    throw new WrongUse(`${url} is not the address of an invoice's page.`);
  }
  const { apiUrl } = await ask<z.output<typeof PageConfig>>(`${pages}/config.json`, PageConfig);
  const api = URL.parse(apiUrl || "/", pages)?.href ?? `${apiUrl}`;
  const link = `${api}${api.endsWith("/") ? "" : "/"}api/v1/invoice-links/${token}`;
  const { proof } = await ask<InvoiceAnswer>(`${link}/proof`, InvoiceFile);
  const page = <Output>(path: string, cursor: string | undefined, schema: z.ZodType) =>
    ask<Output>(`${link}/${path}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, schema);
  return {
    invoice: proof,
    usage: pagesOf((cursor) => page("usage-events?limit=1000", cursor, UsagePage)),
    readRoots: (usage) =>
      readBilledRoots(
        {
          roots: (cursor) => page("usage-roots?limit=100", cursor, RootPage),
          changes: (roots, cursor) => page(`usage-changes?roots=${roots}`, cursor, ChangePage),
        },
        usage,
      ),
  };
}

/** For a whole answer, also one that was asked for again. */
const timeoutMs = 150_000;
/** A service that answers 429 is asked again when it says, but within a minute. */
const dispatcher = new Agent({ maxResponseSize: 16_777_216, headersTimeout: 60_000 }).compose(
  interceptors.retry({
    statusCodes: [429],
    errorCodes: [],
    maxRetries: 2,
    maxTimeout: 60_000,
    throwOnError: false,
  }),
);

async function ask<Output>(address: string, schema: z.ZodType): Promise<Output> {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandError(lineForTerminal(`${address} is not an address that can be asked.`));
  }
  const { host } = url;
  const { statusCode, text } = await answerOf(url).catch((error: Error) => {
    throw new CommandError(`${host} does not answer: ${error.message}`, { cause: error });
  });
  const json = parsed(text, `${host} answers with ${statusCode}, and not with JSON.`);
  if (statusCode === 200) return valid(schema, json, `What ${host} answers is not a proof`);
  const { error } = Object(json);
  const reason = typeof error === "string" ? error : statusCode;
  throw new CommandError(lineForTerminal(`${host} refuses: ${reason}`));
}

async function answerOf(url: URL) {
  const signal = AbortSignal.timeout(timeoutMs);
  const { statusCode, body } = await request(url, { dispatcher, signal });
  return { statusCode, text: await body.text() };
}

const nextCursor = z
  .string()
  .refine((text) => text.isWellFormed())
  .nullable();
const UsagePage = z.object({ usageEvents: BilledEvents, nextCursor });
const RootPage = z.object({ usageRoots: AnyObjects, nextCursor });
const ChangePage = z.object({
  usageChanges: z.array(z.object({ root: z.number(), hash: z.string() })),
  nextCursor,
});

/** How often it is waited for the roots of usage that was just billed. They are made within seconds. */
const maxWaits = 5;
const waitMs = 1_000;

async function* pagesOf(
  read: (cursor: string | undefined) => Promise<z.output<typeof UsagePage>>,
): AsyncGenerator<readonly RootedEvent[]> {
  let waits = 0;
  for (let cursor: string | undefined; ; ) {
    const { usageEvents, nextCursor } = await read(cursor);
    const isRooted = (usageEvents as readonly RootedEvent[]).every(({ root }) => root !== null);
    if (!isRooted && waits < maxWaits) {
      waits += 1;
      await sleep(waitMs);
      continue;
    }
    yield usageEvents;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
