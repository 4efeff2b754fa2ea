import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { BilledEvent, UsagePages } from "@usance/proofs";
import { Agent } from "undici";
import { z } from "zod";
import { InvoiceProof } from "../../schemas/bills.ts";
import { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { CommandError, WrongUse } from "../command-error.ts";

/** What a proof is of. */
export type Proof =
  | { readonly settlement: SettlementProof }
  | {
      readonly invoice: z.output<typeof InvoiceProof>;
      /** Pages of the usage events; null: there are none. */
      readonly usage: UsagePages | null;
    };

const BilledEvents = z.array(
  z.object({ eventKey: z.string(), quantity: z.string(), occurredAt: z.string() }),
) satisfies z.ZodType<BilledEvent[]>;

const rule = "it must be an object with a proof.";
const anyProof = z.looseObject({}, rule);
/** The answer of GET /settlements/{settlementId}/proof, or the proof in it. */
const SettlementFile = z.object({ proof: SettlementProof }, rule);
/** The answer of GET /invoices/{invoiceId}/proof; what a receipt saves has the usage events too. */
const InvoiceFile = z.object({ proof: InvoiceProof, usageEvents: BilledEvents.optional() });

/**
 * @param file a path, or `-` for standard input
 * @throws CommandError when it cannot be read or is not a proof
 */
export async function readProof(file: string): Promise<Proof> {
  const name = file === "-" ? "Standard input" : file;
  const json = parsed(await readText(file), `${name} is not JSON.`);
  const given = valid(anyProof, json, `${name} is not a proof`);
  const { proof } = "proof" in given ? given : { proof: given };
  if (typeof proof === "object" && proof !== null && "bill" in proof) {
    const found = valid(InvoiceFile, { ...given, proof }, `${name} is not the proof of an invoice`);
    return { invoice: found.proof, usage: found.usageEvents ? [found.usageEvents] : null };
  }
  const found = valid(SettlementFile, { proof }, `${name} is not a settlement proof`);
  return { settlement: found.proof };
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

/** @returns the value as it is: a field that the schema does not know is hashed too */
function valid<Output>(schema: z.ZodType<Output>, value: unknown, problem: string): Output {
  const { success, error } = schema.safeParse(value);
  if (success) return value as Output;
  throw new CommandError(`${problem}: ${issueText(error.issues[0])}`);
}

/** The service's own messages begin with the field. */
function issueText(issue: z.core.$ZodIssue | undefined): string {
  const [message = "", path = ""] = [issue?.message, issue?.path.join(".")];
  return message.startsWith("Invalid ") ? `${path}: ${message}` : message;
}

/** The address of an invoice's page, and where its service has the API. */
const invoicePage = /^(.*)\/checkout\/invoices\/([^/?#]+)$/;
const timeoutMs = 60_000;
const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, maxResponseSize: 16_777_216 };

/**
 * Reads what a paid invoice bills from the service that has its page.
 *
 * @param url of the page
 * @throws WrongUse for another address; CommandError when the service does not answer or refuses
 */
export async function readInvoicePage(url: string): Promise<Proof> {
  const [, service, token] = invoicePage.exec(url) ?? [];
  if (service === undefined || !URL.canParse(url)) {
    throw new WrongUse(`${url} is not the address of an invoice's page.`);
  }
  const ask = asking(`${service}/api/v1/invoice-links/${token}`);
  const { proof } = await ask("/proof", InvoiceFile);
  return { invoice: proof, usage: pagesOf(ask) };
}

type Ask = <Output>(path: string, schema: z.ZodType<Output>) => Promise<Output>;

function asking(address: string): Ask {
  const agent = new Agent(limits);
  const { origin, pathname } = new URL(address);
  return async (path, schema) => {
    const { statusCode, body } = await agent
      .request({ origin, path: pathname + path, method: "GET" })
      .then(async (answer) => ({ ...answer, body: await answer.body.text() }))
      .catch((error: Error) => {
        throw new CommandError(`${origin} does not answer: ${error.message}`, { cause: error });
      });
    const json = parsed(body, `${origin} answers with ${statusCode}, and not with JSON.`);
    if (statusCode === 200) return valid(schema, json, `The answer of ${origin} is not a proof`);
    const { error = String(statusCode) } = json as { readonly error?: string };
    throw new CommandError(`${origin} refuses: ${error}`);
  };
}

const Page = z.object({ usageEvents: BilledEvents, nextCursor: z.string().nullable() });

async function* pagesOf(ask: Ask) {
  for (let query = ""; ; ) {
    const { usageEvents, nextCursor } = await ask(`/usage-events${query}`, Page);
    yield usageEvents;
    if (nextCursor === null) return;
    query = `?cursor=${encodeURIComponent(nextCursor)}`;
  }
}
