import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import { forRows } from "../../../apps/api/test/harness/for-rows.ts";

/* What an editor shows of the SDK's types. */

const file = fileURLToPath(new URL("hovers.ts", import.meta.url));
const program = `
  import { type InvoiceCreateParams, usanceClient } from "@usance/sdk";
  const usance = usanceClient({ baseUrl: "https://billing.example.com" });
  const invoice = await usance.invoices.get({ invoiceId: "i" });
  const { settlement, chain } = await usance.settlements.create(
    { invoiceId: "i", referenceHash: "0x5e", payerAddress: "0x70", merchantAddress: "0x3C" });
  const { subscriptions } = await usance.subscriptions.list();
  for await (const usageEvent of usance.usageEvents.list()) usageEvent.id;
  const created = usance.invoices.create;
  const waited = usance.settlements.wait;
  const { transactionHash } = settlement;
  const params: InvoiceCreateParams = { serviceId: "s", paymentPlanId: "p", userId: "u", amount: "1" };
`;

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
};
const editor = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => {
    const text = path === file ? program : ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => fileURLToPath(new URL(".", import.meta.url)),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => path === file || ts.sys.fileExists(path),
  readFile: ts.sys.readFile,
});

/** What the editor shows over the first place where a word stands. */
const hoverOver = (word: string) =>
  ts.displayPartsToString(
    editor.getQuickInfoAtPosition(file, program.search(`\\b${word}\\b`))?.displayParts,
  );

it("the editor finds no fault in the program", () => {
  expect(editor.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
});

it("a hover shows a name, not its fields", () =>
  forRows(
    [
      ["invoice", "const invoice: Invoice"],
      ["settlement", "const settlement: Settlement"],
      ["chain", "const chain: Chain"],
      ["subscriptions", "const subscriptions: Subscription[]"],
      ["usageEvent", "const usageEvent: UsageEvent"],
      ["InvoiceCreateParams", "(alias) interface InvoiceCreateParams\nimport InvoiceCreateParams"],
      [
        "created",
        "const created: (input: InvoiceCreateParams, options?: CallOptions) => Promise<Invoice>",
      ],
      [
        "waited",
        "const waited: (input: SettlementGetParams, options?: WaitOptions) => Promise<Settlement>",
      ],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the type's text
      ["transactionHash", "const transactionHash: `0x${string}` | null"],
    ],
    (word, shown) => {
      expect(hoverOver(word)).toBe(shown);
    },
  ));
