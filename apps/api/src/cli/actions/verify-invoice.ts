import { writeFile } from "node:fs/promises";
import {
  type Bill,
  type BilledEvent,
  type BilledRoot,
  bad,
  compareUsage,
  differencesInWords,
  type Finding,
  type OwnEvent,
  open,
  ProofError,
  type RootedEvent,
  type UsageDifferences,
  type UsagePages,
  verifyBill,
} from "@usance/proofs";
import { RatingError } from "@usance/rating";
import { ChainUnavailable } from "../../chain/chain-errors.ts";
import { ConfigError } from "../../kit/config/config.ts";
import type { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { CommandError } from "../command-error.ts";
import type { Answer } from "../command-line.ts";
import { checkProof } from "./check-proof.ts";
import type { Proof } from "./read-proof.ts";
import { readUsageFile, type UsageFormat } from "./read-usage-file.ts";
import { answerOf } from "./verdict.ts";

type InvoiceToVerify = Extract<Proof, { invoice: unknown }>;

/** A payer's own log of usage. */
interface OwnLog {
  readonly file: string;
  readonly format: UsageFormat;
}

/** What is done besides the verification. */
export interface VerifyOptions {
  readonly against?: OwnLog | undefined;
  /** The file that gets the proof with its usage events and roots, as the page of an invoice saves it. */
  readonly save?: string | undefined;
}

/** What the page of an invoice saves. */
interface SavedProof {
  readonly proof: InvoiceToVerify["invoice"];
  readonly usageEvents?: readonly RootedEvent[] | undefined;
  usageRoots?: readonly BilledRoot[] | undefined;
}

/**
 * Computes an invoice again, and compares it with a payer's log and with the chain.
 *
 * @param findRpc finds the address of the chain's RPC; it throws a ConfigError if there is none
 * @throws CommandError when the log cannot be read or compared, or the proof cannot be saved
 */
export async function verifyInvoice(
  { invoice, usage, readRoots }: InvoiceToVerify,
  findRpc: () => Promise<string>,
  { against, save }: VerifyOptions,
): Promise<Answer> {
  const { bill, settlement } = invoice;
  if (usage === null && against)
    throw new CommandError("The proof has no usage events to compare.");
  const events: RootedEvent[] = [];
  const file: SavedProof = { proof: invoice, usageEvents: usage ? events : undefined };
  let isRead = usage === null;
  const findings = await findingsOf({
    invoice,
    usage: usage && (against || save) ? kept(usage, events, () => (isRead = true)) : usage,
    readRoots: async (rooted) => {
      isRead = false;
      const roots = await readRoots(rooted);
      file.usageRoots = roots ?? undefined;
      isRead = true;
      return roots;
    },
  });
  const differences = against && (await differencesFrom(against, bill, events));
  if (differences) findings.push(...differencesInWords(differences));
  if (save !== undefined) {
    if (isRead) await write(save, file);
    else findings.push(open("The proof was not saved, because not all of it was read."));
  }
  const chain = settlement && (await askChain(settlement, findRpc));
  if (typeof chain === "string") findings.push(open(chain));
  const answer = answerOf(findings, typeof chain === "string" ? null : chain);
  return { ...answer, json: { ...answer.json, differences } };
}

async function findingsOf({ invoice, usage, readRoots }: InvoiceToVerify): Promise<Finding[]> {
  try {
    return [...(await verifyBill(invoice, usage, readRoots))];
  } catch (error) {
    const isOfProof = error instanceof ProofError || error instanceof RatingError;
    if (!isOfProof) throw error;
    return [bad(error.message)];
  }
}

/** @param events gets the events. @param onEnd called after the last one */
async function* kept(pages: UsagePages, events: RootedEvent[], onEnd: () => void) {
  for await (const page of pages) {
    for (const event of page) events.push(event);
    yield page;
  }
  onEnd();
}

async function write(name: string, file: SavedProof): Promise<void> {
  await writeFile(name, `${JSON.stringify(file)}\n`).catch((error: Error) => {
    throw new CommandError(`${name} cannot be written: ${error.message}`, { cause: error });
  });
}

async function differencesFrom(
  log: OwnLog,
  bill: Bill,
  events: readonly BilledEvent[],
): Promise<UsageDifferences> {
  try {
    return await compareUsage(bill, events, eventsIn(log));
  } catch (error) {
    const isOfFile = error instanceof ProofError || (error instanceof Error && "code" in error);
    if (!isOfFile) throw error;
    throw new CommandError(`${log.file} cannot be compared: ${error.message}`, { cause: error });
  }
}

async function* eventsIn({ file, format }: OwnLog) {
  for await (const { event } of readUsageFile(file, format, () => undefined)) {
    yield event as OwnEvent;
  }
}

/** @returns why the chain could not be asked */
async function askChain(settlement: SettlementProof, findRpc: () => Promise<string>) {
  try {
    return await checkProof(settlement, await findRpc());
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ChainUnavailable)) throw error;
    return error.message;
  }
}
