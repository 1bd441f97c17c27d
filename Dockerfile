# syntax=docker/dockerfile:1
# Bidyaloy in a container: built in one stage, run in another without build tools, as non-root, on a
# read-only file system. All data is in the volume /data.

# Each build uses the newest image of this tag. To pin one, append its digest to both tags
# (node:24-bookworm-slim@sha256:…), as `docker buildx imagetools inspect node:24-bookworm-slim`
# prints it, and update it for Node's security releases.
# It is built on the builder's own architecture: no package runs a script, so those of another one can be installed.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /bidyaloy
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY server/package.json server/
COPY web/package.json web/
COPY desktop/package.json desktop/
COPY e2e/package.json e2e/
RUN npm ci -w shared -w web -w server
COPY . .
RUN npm run build -w web && npm run build -w server
ARG TARGETARCH
RUN npm ci --omit=dev --workspace server \
  --os=linux --libc=glibc --cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)"

FROM node:24-bookworm-slim
# MALLOC_ARENA_MAX: compression threads share memory arenas, which saves about 25 MB.
# NPM_CONFIG_UPDATE_NOTIFIER: `npm run admin` asks no registry for a newer npm.
ENV MALLOC_ARENA_MAX=2 NPM_CONFIG_UPDATE_NOTIFIER=false
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /bidyaloy
COPY --from=build /bidyaloy/package.json ./
COPY --from=build /bidyaloy/node_modules node_modules
COPY --from=build /bidyaloy/server/package.json server/
COPY --from=build /bidyaloy/server/dist server/dist
COPY --from=build /bidyaloy/server/demo server/demo
COPY --from=build /bidyaloy/server/node_module[s] server/node_modules
COPY --from=build /bidyaloy/web/dist web/dist
# `npm run admin`, as messages and guides name it; here is nothing to build.
RUN mkdir scripts && echo "import '../server/dist/cli.js'" > scripts/admin.mjs
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Before version 25, Docker ignores --start-interval.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --start-interval=2s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Half of the memory that compose.yaml gives: V8 collects garbage before the kernel ends the process.
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=512", "--enable-source-maps", "server/dist/main.js"]
