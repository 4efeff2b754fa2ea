import type { NewApiKey } from "../../api/records.ts";

type Scopes = NonNullable<NewApiKey["scopes"]>;

/** The scopes that a person has typed, separated by commas. The service refuses those that do not exist. */
export const scopesIn = (typed: string): Scopes =>
  typed
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "") as Scopes;
