import { createRequire } from "node:module";
import { dirname } from "node:path";
import express, { Router } from "express";
import { securePage } from "../page-policy.ts";

const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const files = ["page.css", "page.js", "icon.svg"];

/** Serves Swagger UI at `/docs`, from local files, so it works without internet access. */
export function docs(): Router {
  const router = Router();
  router.use("/docs", securePage());
  router.get("/docs", (_req, res) => {
    res.sendFile("index.html", { root: import.meta.dirname });
  });
  for (const file of files) {
    router.get(`/docs/${file}`, (_req, res) => {
      res.sendFile(file, { root: import.meta.dirname });
    });
  }
  router.use("/docs/assets", express.static(assets, { index: false, maxAge: "1h" }));
  return router;
}
