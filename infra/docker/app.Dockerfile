# The image of api, worker and the one-shots: Node runs their TypeScript as it is.
FROM node:24-bookworm-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY api/package.json api/
COPY api/contract/package.json api/contract/
COPY api/database/package.json api/database/
COPY worker/package.json worker/
COPY pwa/package.json pwa/
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --workspace api --workspace api/contract --workspace api/database --workspace worker \
      --loglevel=error && \
    find node_modules -name '*.map' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /shop
COPY --from=packages /shop/node_modules node_modules
COPY package.json ./
COPY api api
COPY worker worker
USER 10001:10001
CMD ["node", "api/src/main.ts"]
