// Parses a response of /metrics, and finds the metrics in a PromQL expression.

export interface Family {
  name: string
  help: string
  type: string
  samples: { name: string; labels: Record<string, string>; value: number }[]
}

export function readExposition(text: string): Family[] {
  const families: Family[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    const [, about, name = '', words = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    const last = families.at(-1)
    if (about === 'HELP') families.push({ name, help: words, type: '', samples: [] })
    else if (about === 'TYPE' && last?.name === name) last.type = words
    else last?.samples.push(readSample(line))
  }
  return families
}

function readSample(line: string): Family['samples'][number] {
  const [, name, labels = '', value] =
    /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.e+-]+|NaN|[+-]?Inf|Nan)$/.exec(line) ?? []
  if (name === undefined) throw new Error(`Not a line of the exposition format: ${line}`)
  const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\\n]|\\.)*)"/g)]
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])),
    value: Number(value?.replace('Inf', 'Infinity')),
  }
}

/** Every name that an expression can use, including the parts of a histogram or summary. */
export function namesOf(families: Family[]): Set<string> {
  return new Set(
    families.flatMap(({ name, type }) => {
      if (type === 'histogram') return [`${name}_bucket`, `${name}_sum`, `${name}_count`]
      return type === 'summary' ? [name, `${name}_sum`, `${name}_count`] : [name]
    }),
  )
}

const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan'])

/** What remains after removing strings, selectors, groupings, durations, numbers and functions. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\b\d[\w.]*/g, ' ')
  const names = bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w*\s*\()/g)
  return [...names].map(([name]) => name).filter((name) => !keywords.has(name.toLowerCase()))
}
