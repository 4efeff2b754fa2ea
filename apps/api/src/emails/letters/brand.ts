import type { Service } from "../../db/generated/client.ts";

/** How a service appears in its e-mails. All that the layout shows of a service comes from here. */
export interface Brand {
  readonly name: string;
}

/** Returns the brand of a service. */
export function brandOf({ name }: Pick<Service, "name">): Brand {
  return { name };
}
