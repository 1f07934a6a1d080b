// SQL text with its bound values. Fragments are created by the `sql` template, which accepts only
// other fragments, so the caller's text cannot become SQL: it can only be bound.

export class Sql {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

export function sql(strings: TemplateStringsArray, ...fragments: Sql[]): Sql {
  const texts = [strings[0] ?? '']
  const values: unknown[] = []
  const append = (text: string) => texts.push((texts.pop() ?? '') + text)
  for (const [index, fragment] of fragments.entries()) {
    append(fragment.texts[0] ?? '')
    texts.push(...fragment.texts.slice(1))
    values.push(...fragment.values)
    append(strings[index + 1] ?? '')
  }
  return new Sql(texts, values)
}

/** Binds a value from the caller. */
export function bind(value: string | number | null): Sql {
  return new Sql(['', ''], [value])
}

/** A quoted identifier from the database's catalogue. */
export function identifier({ name }: { readonly name: string }): Sql {
  return new Sql([`"${name.replaceAll('"', '""')}"`], [])
}

/** A generated alias: a letter and a number. */
export function alias(letter: 'c' | 'e' | 'j' | 'r' | 't', number: number): Sql {
  return new Sql([`${letter}${number}`], [])
}

/** Text from the database's catalogue: a type, a column's default. */
export function catalogueText(text: string): Sql {
  return new Sql([text], [])
}

/** An operator or keyword: a literal of this code, never a value of type `string`. */
export function keyword<const Text extends string>(text: string extends Text ? never : Text): Sql {
  return new Sql([text], [])
}

export const nothing = sql``

export function join(fragments: readonly Sql[], separator: Sql): Sql {
  const [first = nothing, ...rest] = fragments
  return rest.reduce((joined, fragment) => sql`${joined}${separator}${fragment}`, first)
}

export function list(fragments: readonly Sql[]): Sql {
  return join(fragments, sql`, `)
}

export function render({ texts, values }: Sql): { text: string; values: unknown[] } {
  const text = texts.reduce((before, after, index) => `${before}$${index}${after}`)
  return { text, values: [...values] }
}
