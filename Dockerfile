# The product in a container: builds with everything, runs with what it needs. See docs/running.md.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# As `npm start` installs: the lock file leaves out some systems' binaries, which `npm ci` refuses.
RUN npm install --no-save --include=dev --workspaces=false
COPY . .
# Another firm than the sample: a folder below this one, at build time (--build-arg FIRM_DIR=…).
ARG FIRM_DIR=firm
RUN npm run build && npm prune --no-save --omit=dev --workspaces=false

FROM node:22-bookworm-slim
ARG FIRM_DIR=firm
ENV NODE_ENV=production FIRM_DIR=firm HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# What the server advises: npm run backup, restore and firm.
COPY tools/run-built.mjs tools/run-built.mjs
COPY --from=build /app/$FIRM_DIR firm
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# It asks where PORT and HOST say, by the settings of the server. While a backup is taken the embedded
# database may keep it waiting, and only three failures in a row make the container unhealthy.
HEALTHCHECK --interval=30s --timeout=20s --start-period=60s --retries=3 \
  CMD ["node", "dist/server/healthcheck.js"]
CMD ["node", "dist/server/main.js"]
