// The one error type of the backend: a request that must stop. Every service's error handler turns
// it into that service's own wire shape; only the log sees the cause.

export interface ProblemOptions {
  status: number
  /** Safe to show to the caller. */
  message: string
  details?: unknown
  hint?: string
  cause?: unknown
}

export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly details: unknown
  readonly hint: string | undefined

  constructor(code: string, { status, message, details, hint, cause }: ProblemOptions) {
    super(message, { cause })
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.details = details
    this.hint = hint
  }
}
