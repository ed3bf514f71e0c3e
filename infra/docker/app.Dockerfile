# The image of api, worker and the one-shots: Node runs their TypeScript as it is.
FROM node:24-bookworm-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY api/package.json api/
COPY api/contract/package.json api/contract/
COPY api/database/package.json api/database/
COPY api/service/package.json api/service/
COPY worker/package.json worker/
COPY pwa/package.json pwa/
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --workspace api --workspace api/contract --workspace api/database --workspace api/service --workspace worker \
      --loglevel=error && \
    find node_modules -name '*.map' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /shop
COPY --from=packages /shop/node_modules node_modules
COPY package.json ./
COPY api api
COPY worker worker
# infra/decisions/0016-lean-processes.md: the cache is made here, because a running container cannot write.
ENV NODE_OPTIONS=--max-semi-space-size=2 MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/shop/.compiled
RUN install -d -o 10001 -g 10001 .compiled
USER 10001:10001
RUN for program in api/src/main.ts api/src/migrate.ts api/src/prepare.ts "--optimize-for-size worker/src/main.ts"; do \
      node $program > /dev/null 2>&1; [ $? = 78 ] || exit 1; \
    done
CMD ["node", "api/src/main.ts"]
