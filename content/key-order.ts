// PostgreSQL stores the names of an object by their length. Where they are entries of a list to its
// reader, as pictures and towns are, they keep the order of the file.

/** The body with the names that are in `model` in its order, and new ones after them. */
export function inOrderOf(model: unknown, body: unknown): unknown {
  if (!isGroup(model) || !isGroup(body)) return body
  const known = Object.keys(model).filter((name) => Object.hasOwn(body, name))
  const added = Object.keys(body).filter((name) => !Object.hasOwn(model, name))
  return Object.fromEntries(
    [...known, ...added].map((name) => [name, inOrderOf(model[name], body[name])]),
  )
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
