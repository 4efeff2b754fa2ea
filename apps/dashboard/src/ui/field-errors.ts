import { refusalOf } from "../api/client.ts";
import { messageOf } from "./answer.tsx";

/** What the service says of a form that it refused. */
interface FieldErrors {
  /** What is wrong with a field. @param path in the call: `components.0.amount` */
  at(path: string): string | undefined;
  /** What is wrong with something else; null: nothing. */
  readonly rest: string | null;
}

/**
 * Finds the field that a refusal names.
 *
 * @param error of the last call; null: it was not refused
 * @param isField whether the form has a field with this path
 */
export function fieldErrors(error: unknown, isField: (path: string) => boolean): FieldErrors {
  if (error === null) return { at: () => undefined, rest: null };
  const param = refusalOf(error)?.param;
  const message = messageOf(error);
  if (param === undefined || !isField(param)) return { at: () => undefined, rest: message };
  const said = withoutPath(message, param);
  return { at: (path) => (path === param ? said : undefined), rest: null };
}

/** A message that begins with the path of its field needs it no longer beside the field. */
function withoutPath(message: string, path: string): string {
  if (!message.startsWith(`${path} `)) return message;
  const rule = message.slice(path.length + 1);
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}
