import { request, requiredId } from "../kit/fields.ts";

/** The input of an operation of a page with a secret link. @param noun whose `url` has the token, such as "invoice" */
export const linkOf = (noun: string) =>
  request({
    linkToken: requiredId().meta({
      description: `The last part of the ${noun}'s \`url\``,
      example: "9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3",
    }),
  });
