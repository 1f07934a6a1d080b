// The settings of the auth service where no variable is set.
import { readConfig } from '#server/config.ts'

export const defaultAuthConfig = readConfig({}).auth
