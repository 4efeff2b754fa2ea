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
 * @param paths of the form's fields; one such as `levels` has the errors of its elements too, such as `levels.0`
 */
export function fieldErrors(error: unknown, paths: ReadonlySet<string>): FieldErrors {
  if (error === null) return { at: () => undefined, rest: null };
  const param = refusalOf(error)?.param ?? "";
  const message = messageOf(error);
  const isOf = (path: string) => param === path || param.startsWith(`${path}.`);
  const said = withoutPath(message, param);
  return {
    at: (path) => (isOf(path) ? said : undefined),
    rest: [...paths].some(isOf) ? null : message,
  };
}

/** A message that begins with the path of its field needs it no longer beside the field. */
function withoutPath(message: string, path: string): string {
  if (path === "" || !message.startsWith(`${path} `)) return message;
  const rule = message.slice(path.length + 1);
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}
