import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type Request, type RequestHandler, type Response, Router } from "express";
import { compressedFiles } from "./compressed-files.ts";

/** The build output of a page, whose package uses this one's types and so is no dependency of it. */
export const builtFolder = (page: "checkout" | "dashboard" | "docs"): string =>
  fileURLToPath(new URL(`../../../../${page}/dist`, import.meta.url));

type Parameters = Readonly<Record<string, string>>;

interface BuiltPage {
  /** The build output. */
  readonly folder: string;
  /** Where it is served: `/checkout`. */
  readonly root: string;
  /** The paths that are the page, as Express matches them. */
  readonly paths: readonly string[];
  /** Returns whether a path exists; if not, its page has the status 404. Default: every path exists. */
  readonly exists?: (path: string, parameters: Parameters) => Promise<boolean>;
  /** What it is, and the package that builds it, for operators. */
  readonly what: string;
  readonly from: string;
}

/** Serves a page that was built: one document for all its paths, and the files that it consists of, which never change. */
export function builtPage({
  folder,
  root,
  paths,
  exists = () => Promise.resolve(true),
  what,
  from,
}: BuiltPage): Router {
  const router = Router();
  router.use(`${root}/assets`, builtAssets(folder));
  const notBuilt = `The ${what} is not built. Build it with: npx --yes pnpm@12.21.0 --filter ${from} build\n`;
  for (const path of paths) {
    router.get<Parameters>(path, async (req, res, next) => {
      const status = (await exists(path, req.params)) ? 200 : 404;
      sendDocument(res, folder, { status, notBuilt }, next);
    });
  }
  // A person who follows a wrong link sees the page, which says so. Programs and files get the usual 404.
  router.get(`${root}{/*rest}`, (req, res, next) => {
    const isPage = !req.path.startsWith(`${root}/assets/`) && isForPeople(req);
    if (isPage) sendDocument(res, folder, { status: 404, notBuilt }, next);
    else next();
  });
  return router;
}

/** Serves the files that pages load. Their names have their hash, so they never change. */
export const builtAssets = (folder: string): RequestHandler[] => [
  compressedFiles(join(folder, "assets")),
  express.static(join(folder, "assets"), {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: "1y",
  }),
];

/** Browsers ask for HTML by name. */
export const isForPeople = (req: Request) => req.accepts(["json", "html"]) === "html";

function sendDocument(
  res: Response,
  folder: string,
  { status, notBuilt }: { readonly status: 200 | 404; readonly notBuilt: string },
  next: (error: unknown) => void,
): void {
  if (!existsSync(join(folder, "index.html"))) {
    res.status(503).set("Cache-Control", "no-store").type("text").send(notBuilt);
    return;
  }
  res.status(status).set("Cache-Control", "no-cache");
  res.sendFile("index.html", { root: folder, cacheControl: false }, (error) => {
    if (error !== undefined && error !== null && !res.headersSent) next(error);
  });
}
