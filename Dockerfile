# One image for web, worker and migrate: the command decides which. Nothing secret goes into it; all settings come from the
# environment (.env.example lists them). Node's version is the one that package.json pins.

# Builds with every package. No package needs its install script: Postgres is not used here.
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . ./
RUN NODE_ENV=production npm run build

# The packages that the running app needs, and no others: the image has a Node already.
FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && rm -r node_modules/node-linux-* node_modules/.bin/node

FROM node:24.21.0-slim AS runtime
ENV NODE_ENV=production AMBERKEEP_HOME=/data NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
# Media lives here, and a new named volume takes over the owner. The app itself belongs to root, so it cannot change itself.
RUN install --directory --owner=node --group=node --mode=700 /data
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY db/migrations ./db/migrations
COPY scripts/seed/media ./scripts/seed/media
COPY --from=build /app/build ./build
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Node itself is the process, not npm, so that it gets the signal to stop. There is no HEALTHCHECK, since the worker answers no
# requests: docker-compose.yml and fly.toml ask /readyz and /healthz of the web.
# Semi-spaces of 32 MB instead of 16 make pages faster (docs/measures.md); --expose-gc lets uploads free their chunks.
CMD ["node", "--expose-gc", "--max-semi-space-size=32", "build/server/web.js"]
