/** The maximum number of a subscriber's records that a read counts. */
export const maxCounted = 1_000;

/** The place of a row among those that a search found: first by e-mail address, then by id. */
export interface FoundPlace {
  readonly by: "email" | "id";
  readonly key: string;
  readonly id: string;
}
