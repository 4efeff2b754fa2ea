/**
 * The path of a new record: the path of its collection, filled in with the record's fields, and its id.
 *
 * @param collection `/api/v1/services/{serviceId}/plans`
 * @param answer `{plan: {id, serviceId, …}}`
 */
export function locationOf(collection: string, answer: unknown): string {
  const [record] = Object.values(answer as Record<string, Record<string, unknown>>);
  const path = collection.replace(/\{(\w+)\}/g, (_, name: string) => String(record?.[name]));
  return `${path}/${String(record?.id)}`;
}
