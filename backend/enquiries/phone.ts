// Normalises telephone numbers to E.164. Unreadable ones are stored only as typed.

export function toE164(typed: string): string | undefined {
  const hasPlus = /^\s*\(?\+/.test(typed)
  // +44 (0)1632 …: the zero is for national calls.
  const digits = typed.replace(/\(\s*0\s*\)/, '').replaceAll(/\D/g, '')
  if (hasPlus) return international(digits)
  if (digits.startsWith('00')) return international(digits.slice(2))
  if (digits.startsWith('0')) return british(digits.slice(1))
  if (digits.startsWith('44') && digits.length === 12) return british(digits.slice(2))
  return british(digits)
}

function international(digits: string): string | undefined {
  if (digits.startsWith('44')) return british(digits.slice(2).replace(/^0/, ''))
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined
}

/** Nine or ten digits after the zero; no number in use begins with 0, 4 or 6. */
function british(national: string): string | undefined {
  return /^[1235789]\d{8,9}$/.test(national) ? `+44${national}` : undefined
}
