import { createRequire } from "node:module";
import { dirname } from "node:path";
import express, { Router } from "express";

const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Usance API</title>
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
    <link rel="icon" type="image/png" href="/docs/assets/favicon-32x32.png">
  </head>
  <body>
    <div id="docs"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/page.js"></script>
  </body>
</html>
`;

const script = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
});
`;

/** Serves Swagger UI at `/docs`, from local files, so it works without internet access. */
export function docs(): Router {
  const router = Router();
  router.get("/docs", (_req, res) => {
    res.type("html").send(page);
  });
  router.get("/docs/page.js", (_req, res) => {
    res.type("js").send(script);
  });
  router.use("/docs/assets", express.static(assets, { index: false, maxAge: "1h" }));
  return router;
}
