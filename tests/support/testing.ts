// Built with the server, for test programs that run as separate processes.
export { openEmbedded } from '#backend/database/embedded/embedded.ts'
