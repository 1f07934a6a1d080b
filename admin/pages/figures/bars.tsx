// Names with a bar and a number each: a table, so that it needs no other text.
export interface Bar {
  name: string
  count: number
}

/** What comes after these is one bar together. */
const most = 8

export function Bars({ bars }: { bars: Bar[] }) {
  const shown = withRest(bars)
  const longest = Math.max(...shown.map(({ count }) => count))
  return (
    <table className="bars">
      <thead className="unseen">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Bar</th>
          <th scope="col">Enquiries</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, count }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect className="bar" width={(count / longest) * 100} height="10" rx="0.5" />
              </svg>
            </td>
            <td>{count.toLocaleString('en-GB')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function withRest(bars: Bar[]): Bar[] {
  if (bars.length <= most) return bars
  const rest = bars.slice(most - 1)
  const count = rest.reduce((sum, bar) => sum + bar.count, 0)
  return [...bars.slice(0, most - 1), { name: `${rest.length} others`, count }]
}
