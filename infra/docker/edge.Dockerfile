# The page, built once, behind Caddy.
FROM node:24-bookworm-slim AS page
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY api/package.json api/
COPY api/contract/package.json api/contract/
COPY api/database/package.json api/database/
COPY api/service/package.json api/service/
COPY worker/package.json worker/
COPY pwa/package.json pwa/
RUN --mount=type=cache,target=/root/.npm npm ci --workspace pwa --workspace api/contract --loglevel=error
COPY tsconfig.json ./
COPY api/contract api/contract
COPY pwa pwa
# The page says which headers it was made for.
COPY infra/edge/headers.ts infra/edge/
RUN npm run build -w pwa

FROM caddy:2.10-alpine
COPY infra/docker/Caddyfile /etc/caddy/Caddyfile
COPY --from=page /shop/pwa/dist /srv
COPY --chmod=755 infra/docker/edge-start.sh /usr/local/bin/edge-start
CMD ["edge-start", "caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
