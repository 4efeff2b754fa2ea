import type { Operation } from "../document.ts";
import { origin, requestOf } from "./request.ts";

/** How a shell calls an operation. The key is in a variable, as in the guides. */
export function curlSnippet(operation: Operation): string {
  const { method, path, query, body } = requestOf(operation);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  const url = `${origin}${path}${search.size > 0 ? `?${search}` : ""}`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...(operation.scope === null ? [] : ['-H "Authorization: Bearer $USANCE_API_KEY"']),
    ...(body === null
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
  return lines.join(" \\\n  ");
}

/** An address that a shell would read otherwise is quoted. */
const quoted = (url: string) => (/[?&]/.test(url) ? `"${url}"` : url);
