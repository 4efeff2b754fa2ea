import type { ErrorTerms } from "../../kit/refusal.ts";

/** Errors of requests for a file that exists. */
export const fileRefusals: Readonly<Record<number, ErrorTerms>> = {
  412: {
    code: "file_changed",
    message: "The file is not as If-Match or If-Unmodified-Since say.",
    meaning: "A file of a page was requested on a condition that it does not meet.",
    remedy: "Request the file without the condition.",
  },
  416: {
    code: "range_not_satisfiable",
    message: "The file has no such range.",
    meaning: "A part of a page's file was requested that is beyond its end.",
    remedy: "Request the file without `Range`.",
  },
};
