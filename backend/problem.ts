// An error with an HTTP status and a code, which ends a request. Each service's error handler turns it
// into that service's wire format; only the log has the cause.

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
