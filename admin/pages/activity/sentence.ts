/** A sentence in three parts: `name` is the record and can be a link. */
export interface ChangeSentence {
  lead: string
  name: string
  rest: string
}

export function sentence(lead: string, name = '', rest = ''): ChangeSentence {
  return { lead: name ? `${lead} ` : lead, name, rest: rest && ` ${rest}` }
}
