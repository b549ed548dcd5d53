# syntax=docker/dockerfile:1

FROM node:24-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/lib/package.json packages/lib/
COPY packages/connectors/package.json packages/connectors/
COPY packages/server/package.json packages/server/
COPY packages/console/package.json packages/console/
COPY packages/sandbox/package.json packages/sandbox/

# Scripts stay off: the only one allowed brings a Node, and the image has it.
FROM manifests AS console
RUN npm ci --ignore-scripts
COPY tsconfig.json CHANGELOG.md ./
COPY packages/contract packages/contract
COPY packages/console packages/console
RUN npm run build

FROM manifests AS modules
RUN npm ci --ignore-scripts --omit=dev \
    --workspace=packages/contract --workspace=packages/lib --workspace=packages/connectors \
    --workspace=packages/server --workspace=packages/sandbox

FROM node:24-slim
ENV NODE_ENV=production \
    COURTCRIER_DATA=/data \
    COURTCRIER_HOST=0.0.0.0 \
    COURTCRIER_SMTP_PORT=2525
WORKDIR /app
# With what npm put beside single packages.
COPY --from=modules /app ./
COPY packages/contract packages/contract
COPY packages/lib packages/lib
COPY packages/connectors packages/connectors
COPY packages/server packages/server
COPY packages/sandbox packages/sandbox
COPY --from=console /app/packages/console/dist packages/console/dist
COPY LICENSE ./
RUN printf '#!/bin/sh\nexec node /app/packages/server/src/cli.ts "$@"\n' > /usr/local/bin/courtcrier \
    && chmod 755 /usr/local/bin/courtcrier \
    && install -d -o node -g node -m 700 /data /data/blobs /data/storage
ARG BUILD=
ENV COURTCRIER_BUILD=$BUILD
USER node
VOLUME /data
EXPOSE 8420 2525
# Through the port it was told: 0.0.0.0 takes calls from inside as well.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.COURTCRIER_PORT || 8420}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node runs as process 1 and ends in an orderly way on SIGTERM. A flood of notices makes much that is soon done with:
# with room for it, it is collected a quarter as often (docs/operations.md).
CMD ["node", "--max-semi-space-size=64", "packages/server/src/cli.ts", "serve"]
