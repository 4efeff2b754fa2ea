import { Select } from "@usance/ui";

/** The words of each status that a list can be filtered by. */
type StatusWords<Status extends string> = Readonly<
  Record<Status, readonly [kind: string, words: string]>
>;

/** Reads a status from a page's address. @returns undefined for any other text */
export const statusIn = <Status extends string>(
  words: StatusWords<Status>,
  text: string | undefined,
): Status | undefined =>
  text !== undefined && Object.hasOwn(words, text) ? (text as Status) : undefined;

interface StatusSelectProps<Status extends string> {
  readonly of: StatusWords<Status>;
  readonly value: Status | undefined;
  /** Called with an empty text for all. */
  readonly onChange: (status: string) => void;
}

/** Chooses the status by which a list is filtered. */
export const StatusSelect = <Status extends string>({
  of,
  value,
  onChange,
}: StatusSelectProps<Status>) => (
  <Select
    label="Status"
    value={value ?? ""}
    onChange={onChange}
    options={[
      { value: "", words: "All" },
      ...Object.entries<StatusWords<Status>[Status]>(of).map(([status, [, words]]) => ({
        value: status,
        words,
      })),
    ]}
  />
);
