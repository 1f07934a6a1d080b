// Counters and histograms in the text format of Prometheus. Adding to one is a lookup in a Map and an
// addition: the door does it for every request.

export type Labels = Record<string, string | number>

export interface Series {
  render(): string[]
}

export interface Counter extends Series {
  add(...labels: (string | number)[]): void
}

export function counter(name: string, help: string, labelNames: string[]): Counter {
  const counts = new Map<string, number>()
  return {
    add(...labels) {
      const key = labels.join('\u0000')
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    render: () => [
      ...head(name, help, 'counter'),
      ...[...counts].map(([key, count]) => line(name, zip(labelNames, key.split('\u0000')), count)),
    ],
  }
}

export interface Histogram extends Series {
  observe(label: string, value: number): void
}

export function histogram(
  name: string,
  help: string,
  labelName: string,
  bounds: number[],
): Histogram {
  const kept = new Map<string, { counts: number[]; sum: number; count: number }>()
  return {
    observe(label, value) {
      let held = kept.get(label)
      if (!held) {
        held = { counts: bounds.map(() => 0), sum: 0, count: 0 }
        kept.set(label, held)
      }
      const at = bounds.findIndex((bound) => value <= bound)
      if (at !== -1) held.counts[at] = (held.counts[at] ?? 0) + 1
      held.sum += value
      held.count += 1
    },
    render() {
      const lines = head(name, help, 'histogram')
      for (const [label, { counts, sum, count }] of kept) {
        const labels = { [labelName]: label }
        let below = 0
        for (const [at, bound] of bounds.entries()) {
          below += counts[at] ?? 0
          lines.push(line(`${name}_bucket`, { ...labels, le: bound }, below))
        }
        lines.push(line(`${name}_bucket`, { ...labels, le: '+Inf' }, count))
        lines.push(line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, count))
      }
      return lines
    },
  }
}

/** A value that is read when it is asked for. */
export function gauge(name: string, help: string, values: [Labels, number][]): string[] {
  return [
    ...head(name, help, 'gauge'),
    ...values.map(([labels, value]) => line(name, labels, value)),
  ]
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(String(text))}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function zip(names: string[], values: string[]): Labels {
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
}
