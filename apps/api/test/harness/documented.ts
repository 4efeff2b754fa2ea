import { Ajv2020 } from "ajv/dist/2020.js";
import { openApiDocument } from "../../src/http/openapi.ts";
import { appRouter } from "../../src/trpc/router.ts";

const document = JSON.parse(JSON.stringify(openApiDocument(appRouter)));
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, "document");

/** Every answer of the REST door in every test is one that the OpenAPI document declares. */
export function expectDocumented(
  method: string,
  path: string,
  answer: { readonly status: number; readonly body: unknown },
): void {
  if (answer.status === 431) return; // of HTTP itself, before there is an operation
  const pointer = ["paths", path, method.toLowerCase(), "responses", String(answer.status)];
  const declared = pointer.reduce((node, part) => node?.[part], document);
  if (declared === undefined) {
    throw new Error(`The document has no ${answer.status} for ${method} ${path}.`);
  }
  const escaped = [...pointer, "content", "application/json", "schema"].map((part) =>
    encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")),
  );
  const validate = ajv.getSchema(`document#/${escaped.join("/")}`);
  if (!validate?.(answer.body)) {
    const wrong = ajv.errorsText(validate?.errors, { dataVar: "body" });
    throw new Error(`${method} ${path} ${answer.status} is not as documented: ${wrong}`);
  }
}
