# Stand-ins for local use only: a chat that plays Telegram.
FROM node:24.21.0-bookworm-slim
WORKDIR /shop
COPY package.json ./
COPY infra/fakes infra/fakes
USER 10001:10001
CMD ["node", "infra/fakes/telegram/main.ts"]
