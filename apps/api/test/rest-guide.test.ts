import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../src/api/openapi/document.ts";
import { operations as all } from "../src/api/router.ts";
import { blocksOf } from "./harness/blocks.ts";
import { settleAll } from "./harness/checkout.ts";
import { runDocumentedCalls } from "./harness/documented-calls.ts";
import { type Payer, walletOn } from "./harness/payer.ts";
import { payments, testKey, useService } from "./harness/service.ts";

/* docs/rest.md is followed to the letter. A wallet signs what is prepared on the way. */

const service = useService({ ...payments, SETTLEMENT_TIMEOUT_MS: "20000" });
let page: string;

beforeAll(async () => {
  page = await readFile(new URL("../../../docs/rest.md", import.meta.url), "utf8");
});

it("has a successful call for every operation", async () => {
  const payer = await walletOn(service().anvil.url, "1000", `0x${"42".repeat(32)}`);
  const API = `${service().url}/api/v1`;
  const variables: Record<string, string> = { API, KEY: testKey, PAYER_ADDRESS: payer.address };

  await runDocumentedCalls(page, service().url, variables, async (answer) => {
    const { preparedCheckout, checkoutStatus, events } = Object(answer);
    if (preparedCheckout !== undefined) {
      Object.assign(variables, await signaturesOf(preparedCheckout, payer));
    }
    if (checkoutStatus?.payment?.status === "PENDING") await settleAll(service());
    if (events !== undefined) variables.EVENT = events[0].id;
  });

  expect(await payer.balance()).toBe("975.000000");
});

describe("its calls", () => {
  it("cover exactly the document's operations", () => {
    const paths = Object.keys(openApiDocument(all).paths ?? {});
    const shown = blocksOf(page, "sh");
    expect([...new Set(shown.map((call) => operationOf(call, paths)))].sort()).toEqual(
      operations(),
    );
  });
});

/** "POST /api/v1/services" and the like, sorted. */
function operations(): string[] {
  return Object.entries(openApiDocument(all).paths ?? {})
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
    .sort();
}

/** Which operation a shown call is: the path of the document that fits it with the fewest parameters. */
function operationOf(call: string, paths: readonly string[]): string {
  const [, url = ""] = /"([$h][^"?]+)/.exec(call) ?? [];
  const [, method = call.includes(" -d ") || call.includes("--data") ? "POST" : "GET"] =
    /-X (\w+)/.exec(call) ?? [];
  const called = url.replace("$API", "/api/v1").replace("http://127.0.0.1:3000", "");
  const pattern = called.replaceAll(/\$\w+/g, "\\{\\w+\\}");
  const path = paths.find((one) => new RegExp(`^${pattern}$`).test(one));
  return `${method} ${path ?? called}`;
}

/** What a reader's wallet gives back for what `prepare` answers, as the next call names it. */
async function signaturesOf(
  { payment, cap }: { payment: Signable; cap: Signable & { nonce: string; approval: never } },
  payer: Payer,
): Promise<Record<string, string>> {
  await payer.send(cap.approval);
  return {
    PAYMENT_VALID_UNTIL: String(payment.validUntil),
    PAYMENT_SIGNATURE: await payer.sign(payment.typedData),
    CAP_VALID_UNTIL: String(cap.validUntil),
    CAP_NONCE: cap.nonce,
    CAP_SIGNATURE: await payer.sign(cap.typedData),
  };
}

interface Signable {
  readonly validUntil: number;
  readonly typedData: never;
}
