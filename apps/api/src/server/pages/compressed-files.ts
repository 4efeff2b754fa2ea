import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RequestHandler } from "express";

/** The compressed forms that the build writes beside a file, best first. */
const forms = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
] as const;

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/** Leads callers who take a compressed form of a file to it, if there is one. The file server that follows sends it. */
export function compressedFiles(folder: string): RequestHandler {
  return (req, res, next) => {
    const [, name, ending = ""] =
      /^\/((?:[\w-]+\/)*[\w.-]+\.(js|css|svg|html|json))$/.exec(req.path) ?? [];
    if (name === undefined) return next();
    res.vary("Accept-Encoding");
    const taken = forms.find(
      ({ encoding, ending: of }) =>
        req.acceptsEncodings(encoding) !== false && existsSync(join(folder, name + of)),
    );
    if (taken !== undefined) {
      req.url = `/${name}${taken.ending}`;
      res.set("Content-Encoding", taken.encoding);
      res.set("Content-Type", types[ending]);
    }
    next();
  };
}
