// Built beside the server, for test programs that run as processes of their own.
export { openEmbedded } from '#backend/database/embedded/embedded.ts'
