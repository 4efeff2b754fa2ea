import type { OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { expect } from "vitest";
import { addressOf } from "../../src/server/exchange.ts";
import { expectDocumented, type Sent } from "./documented.ts";

/**
 * Checks all responses of a listener against the OpenAPI document, to calls of tests, of the SDK or of a browser.
 *
 * @returns the listener, and a function that throws if a response was not as documented
 */
export function watched(listener: RequestListener): {
  readonly listener: RequestListener;
  readonly expectDocumented: () => void;
} {
  const wrong: string[] = [];
  return {
    listener: (req, res) => {
      const address = addressOf(req); // Express takes its part from the URL while a mounted handler runs
      whenSent(res, (answer) => {
        try {
          expectDocumented({ method: req.method ?? "", ...address, ...answer });
        } catch (error) {
          wrong.push(`${expect.getState().currentTestName}: ${error}`);
        }
      });
      listener(req, res);
    },
    expectDocumented: () => {
      if (wrong.length > 0) throw new Error([...new Set(wrong)].join("\n"));
    },
  };
}

/** Reports a response when it ends. The text of a streamed response is not reported. */
function whenSent(
  res: ServerResponse,
  tell: (answer: Pick<Sent, "status" | "headers" | "text">) => void,
): void {
  const { writeHead, end } = res;
  let head: OutgoingHttpHeaders = {};
  const watching = {
    writeHead(status: number, headers: OutgoingHttpHeaders = {}) {
      head = headers;
      return writeHead.call(res, status, headers);
    },
    end(...given: Parameters<typeof end>) {
      const headers = new Headers();
      for (const [name, value] of Object.entries({ ...res.getHeaders(), ...head })) {
        headers.set(name, String(value));
      }
      tell({ status: res.statusCode, headers, text: String(given[0] ?? "") });
      return end.apply(res, given);
    },
  };
  Object.assign(res, watching);
}
