// What the Status tab shows of each thing that the product needs.

export interface Check {
  id: 'database' | 'disk' | 'mail' | 'queue' | 'backup'
  /** `look`: it works, but somebody should see to it. */
  state: 'fine' | 'look' | 'broken'
  /** One sentence on how it is. */
  finding: string
  /** One or two on what to do; none when there is nothing. */
  advice?: string
}
