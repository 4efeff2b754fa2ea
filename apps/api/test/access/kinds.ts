/** One operation of each kind that needs a key, none of them of the specification. */
export const keyedKinds = [
  { kind: "read", name: "subscriptions.get" },
  { kind: "query by POST", name: "quotes.create" },
  { kind: "write", name: "services.update" },
  { kind: "own-transaction write", name: "holds.create" },
] as const;
