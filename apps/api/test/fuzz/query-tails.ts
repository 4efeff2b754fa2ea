import fc from "fast-check";

/** Longer addresses are refused before they reach an operation. */
export const maxOfTarget = 8_000;

/** Text that is sometimes appended to a query string. */
export const queryTails = fc.oneof(
  { weight: 12, arbitrary: fc.constant("") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        "&limit=1&limit=2",
        "&limit[]=1",
        "&limit[a]=1",
        "&limit=",
        "&limit",
        "&cursor=%",
        "&%zz=1",
      ],
      ...["&__proto__[polluted]=1", "&__proto__.polluted=1", "&__proto__=1", "&constructor=1"],
      ...["&constructor[prototype][polluted]=1", "&&&=&=", "&status=%ff", "&from=%00", "&%ff=%ff"],
      ...[
        `&${"a&".repeat(2_000)}`,
        "&cursor=c2VydmljZXMg",
        "&limit=1%00",
        ";limit=1",
        "#",
        "?limit=1",
      ],
    ),
  },
);
