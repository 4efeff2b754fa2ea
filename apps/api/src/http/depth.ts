import type { RefusalTerms } from "../shared/refusal.ts";
import { publicRefusal } from "../trpc/errors.ts";

/** How deep arrays and objects may stand in each other: operations take four levels at the most. */
const mostDeep = 100;

export const tooDeep: RefusalTerms = {
  kind: "invalid",
  message: `Request body must be nested at most ${mostDeep} deep.`,
};

const quote = 0x22;
const backslash = 0x5c;

/**
 * JSON.parse reads any depth, but what works on values by calling itself runs out of stack: schemas, JSON.stringify.
 *
 * @param json a text that may be JSON
 * @throws PublicError 400 when it is nested deeper than anything that is asked for
 */
export function refuseTooDeep(json: string): void {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > mostDeep) throw publicRefusal(tooDeep);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case quote:
        at = endOfText(json, at + 1);
        break;
    }
  }
}

/** @returns where the quote is that ends a text, or the end of all where none does */
function endOfText(json: string, begin: number): number {
  let at = begin;
  for (; at < json.length && json.charCodeAt(at) !== quote; at += 1) {
    if (json.charCodeAt(at) === backslash) at += 1;
  }
  return at;
}
