import { JsonAnswer } from "../kit/json-answer.ts";

/**
 * The path of a new record: the path of its collection, filled in with the record's fields, and its id.
 *
 * @param collection `/api/v1/services/{serviceId}/plans`
 * @param answer `{plan: {id, serviceId, …}}`
 */
export function locationOf(collection: string, answer: unknown): string {
  const record = recordIn(answer);
  const path = collection.replace(/\{(\w+)\}/g, (_, name: string) => String(record?.[name]));
  return `${path}/${String(record?.id)}`;
}

function recordIn(answer: unknown): Readonly<Record<string, unknown>> | undefined {
  if (answer instanceof JsonAnswer) return { ...answer.created };
  const [record] = Object.values(answer as Record<string, Record<string, unknown>>);
  return record;
}
