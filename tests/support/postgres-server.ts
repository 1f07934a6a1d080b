export * from '#tools/postgres-server.ts'
