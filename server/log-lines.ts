// Formats a log line for a terminal: time, message, fields.

interface LogRecord {
  level: string
  time: string
  msg?: string
  err?: DescribedError
  [fact: string]: unknown
}

interface DescribedError {
  message: string
  stack?: string
  cause?: DescribedError
}

const colours: Record<string, string> = { warn: '\u001b[33m', error: '\u001b[31m' }
const grey = '\u001b[90m'
const plain = '\u001b[0m'

export function formatLogLine(line: string, { hasColours = false } = {}): string {
  const { level, time, msg = '', err, ...facts } = JSON.parse(line, escapeControls) as LogRecord
  const paint = (colour: string | undefined, text: string) =>
    hasColours && colour && text ? colour + text + plain : text
  const words = [
    paint(grey, formatTime(time)),
    level === 'info' ? '' : paint(colours[level], level),
    paint(colours[level], msg),
    paint(grey, Object.entries(facts).map(formatFact).join(' ')),
  ]
  return `${words.filter(Boolean).join('  ')}\n${err ? formatError(err) : ''}`
}

/** A path or an address of a request could otherwise colour, move or erase lines of the terminal. */
const escapeControls = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll(controls, describeCode) : value

const describeCode = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const controls = /[^\P{Cc}\t\n]/gu

const formatTime = (time: string) => new Date(time).toLocaleTimeString('en-GB')

function formatFact([name, value]: [string, unknown]): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `${name}=${/\s/.test(text) ? JSON.stringify(text) : text}`
}

/** The stack begins with the message. */
function formatError({ message, stack = message, cause }: DescribedError): string {
  const indented = stack.replaceAll(/^/gm, '    ')
  return `${indented}\n${cause ? `    because of\n${formatError(cause)}` : ''}`
}
