# Two images that share the built page (infra/decisions/0015-containers.md).
# page: what browsers get.
FROM node:24.21.0-bookworm-slim AS page
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
# The page build embeds a hash of these headers.
COPY infra/edge/headers.ts infra/edge/
# 1: its service worker unregisters itself (infra/runbook.md).
ARG RETIRE_WORKER=
RUN npm run build -w pwa

# edge: the page behind Caddy.
FROM caddy:2.11.9-alpine AS edge
RUN install -d -o 10001 -g 10001 /kept
COPY --chmod=755 infra/docker/edge-start.sh /usr/local/bin/edge-start
COPY infra/docker/Caddyfile /etc/caddy/Caddyfile
COPY --from=page /shop/pwa/dist /srv
# Of 256 MB: the program itself has 40, and memory must be collected before it is short (infra/chaos/edge-under-attack.ts).
ENV GOMEMLIMIT=180MiB
USER 10001:10001
CMD ["edge-start", "caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

# app: api, worker and the one-shots; Node runs their TypeScript as it is.
FROM node:24.21.0-bookworm-slim AS packages
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
      --loglevel=error
# Unused files: Node runs no TypeScript of packages, and of several builds it takes one. The last step below tries it.
RUN cd node_modules && \
    find . -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.md' -o -path './zod/*.cjs' \) \
      ! -iname 'licen[cs]e*' -delete && \
    rm -rf */test @*/*/test */tests */docs */benchmarks \
      @opentelemetry/api/build/esm* bullmq/dist/esm lodash/fp nodemailer/dist/cjs xml2js/lib/xml2js.bc.js zod/v3 \
      luxon/src luxon/build/amd luxon/build/cjs-browser luxon/build/es6 luxon/build/global minio/src minio/dist/main \
      libphonenumber-js/build libphonenumber-js/bundle libphonenumber-js/es6-modern libphonenumber-js/min \
      libphonenumber-js/mobile libphonenumber-js/source libphonenumber-js/metadata.full.* \
      libphonenumber-js/metadata.min.* libphonenumber-js/metadata.mobile.* \
      bare-*/prebuilds csv-parse/dist

# The programs where they will lie, and the compiled forms of them (infra/decisions/0016-process-footprint.md): a running
# container cannot write any.
FROM packages AS compiled
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=2 NODE_COMPILE_CACHE=/shop/.compiled
COPY package.json ./
# The page's HTML is written per address (infra/decisions/0032-page-html.md).
COPY --from=page /shop/pwa/dist/index.html /shop/pwa/dist/page.json pwa/dist/
COPY --from=page /shop/pwa/dist/.server pwa/dist/.server
COPY worker worker
COPY api api
RUN install -d -o 10001 -g 10001 .compiled
USER 10001:10001
RUN for program in api/src/main.ts api/src/migrate.ts api/src/prepare.ts "--optimize-for-size worker/src/main.ts"; do \
      node $program > /dev/null 2>&1; [ $? = 78 ] || exit 1; \
    done && \
    node --input-type=module --eval "import '/shop/pwa/dist/.server/render-content.mjs'"

# Node, the libraries that it and its packages are linked to, and nothing else: no shell, nothing that installs.
FROM node:24.21.0-bookworm-slim AS bare
RUN --mount=type=bind,from=packages,source=/shop/node_modules,target=/packages \
    install -d /bare/etc /bare/tmp && install -d -o 10001 -g 10001 /bare/backups && chmod 1777 /bare/tmp && \
    echo 'shop:x:10001:10001::/shop:' > /bare/etc/passwd && echo 'hosts: files dns' > /bare/etc/nsswitch.conf && \
    node=$(readlink -f "$(command -v node)") && install -D "$node" /bare/usr/local/bin/node && \
    find /packages \( -name '*.node' -o -name '*.so*' \) -type f > /tmp/linked && echo "$node" >> /tmp/linked && \
    cp -L --parents $(xargs ldd < /tmp/linked | grep -oE '[[:space:]]/(usr/)?lib[^ ]*' | sort -u) /bare
FROM scratch AS app
COPY --from=bare /bare /
ENV PATH=/usr/local/bin NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=2 MALLOC_ARENA_MAX=2 \
    NODE_COMPILE_CACHE=/shop/.compiled
WORKDIR /shop
USER 10001:10001
# What changes most often comes last.
COPY --from=packages /shop/node_modules node_modules
COPY --from=compiled /shop/package.json ./
COPY --from=compiled /shop/pwa pwa
COPY --from=compiled /shop/worker worker
COPY --from=compiled /shop/api api
COPY --from=compiled /shop/.compiled .compiled
RUN ["node", "--input-type=module", "--eval", "import 'minio'; import 'sharp'; import '@node-rs/argon2'"]
CMD ["node", "api/src/main.ts"]
