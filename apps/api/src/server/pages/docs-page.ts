import { existsSync } from "node:fs";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { builtAssets, builtFolder, isForPeople } from "./built-page.ts";
import { compressedFiles } from "./compressed-files.ts";
import { securePage } from "./page-policy.ts";

/**
 * Serves the documentation at `/docs`: a file for each page, which need nothing from elsewhere.
 *
 * @param folder the build output of apps/docs
 */
export function docsPage(folder: string = builtFolder("docs")): Router {
  const files = Router();
  files.use("/assets", builtAssets(folder));
  files.use(
    pageFile,
    compressedFiles(folder),
    express.static(folder, { index: false, redirect: false }),
  );
  files.get("{/*rest}", notFound(folder));
  return Router().use("/docs", securePage(), files);
}

/** The file of a page: `/webhooks` is `/webhooks.html`. */
const pageFile: RequestHandler = (req, _res, next) => {
  const { path } = req;
  if (path === "/") req.url = "/index.html";
  else if (/^(?:\/[\w-]+)+$/.test(path)) req.url = `${path}.html`;
  next();
};

/** A person who follows a wrong link sees a page, which says so. Programs and files get the usual 404. */
const notFound =
  (folder: string): RequestHandler =>
  (req, res, next) => {
    if (!existsSync(join(folder, "index.html"))) {
      const command = "npx --yes pnpm@12.21.0 --filter @usance/docs build";
      res.status(503).set("Cache-Control", "no-store").type("text");
      res.send(`The documentation is not built. Build it with: ${command}\n`);
    } else if (!req.path.startsWith("/assets/") && isForPeople(req)) {
      res.status(404).sendFile("not-found.html", { root: folder });
    } else {
      next();
    }
  };
