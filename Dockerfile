# The service, built from this folder alone: docker build -t usance .
# .dockerignore names what enters. docs/operations.md says how the image's digest is renewed.
# Stages: sources, development (what `docker compose up` runs), build, and the image for production.
FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS sources
WORKDIR /usance
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile
RUN node apps/api/scripts/generate.mjs && node apps/checkout/scripts/build.mjs && node apps/dashboard/scripts/build.mjs && node apps/docs/scripts/build.mjs

# `usance dev`, with its own chain and the checkout of a sample service.
FROM sources AS development
RUN mkdir /data && chown node:node /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
USER node
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "apps/api/scripts/health.mjs"]
CMD ["node", "apps/api/src/cli/usance.ts", "dev"]

FROM sources AS build
# Anew with what runs and no more. What it imports as TypeScript must not lie in node_modules, so the
# folders of the workspace stay as they are.
RUN find . -name node_modules -type d -prune -exec rm -rf {} +
RUN npx --yes pnpm@12.21.0 install --prod --no-optional --frozen-lockfile --filter @usance/api --filter @usance/contracts --filter @usance/proofs --filter @usance/rating --filter @usance/sdk --filter @usance/biller --filter @usance/webhooks-relay

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
WORKDIR /usance
COPY --from=build /usance/node_modules node_modules
COPY --from=build /usance/apps/api apps/api
COPY --from=build /usance/apps/checkout/dist apps/checkout/dist
COPY --from=build /usance/apps/dashboard/dist apps/dashboard/dist
COPY --from=build /usance/apps/docs/dist apps/docs/dist
COPY --from=build /usance/contracts/package.json contracts/package.json
COPY --from=build /usance/contracts/generated contracts/generated
COPY --from=build /usance/packages/proofs packages/proofs
COPY --from=build /usance/packages/rating packages/rating
COPY --from=build /usance/packages/sdk packages/sdk
COPY --from=build /usance/apps/biller apps/biller
COPY --from=build /usance/apps/webhooks apps/webhooks
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
EXPOSE 3000
USER node
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "apps/api/scripts/health.mjs"]
CMD ["node", "apps/api/src/cli/usance.ts", "start"]
