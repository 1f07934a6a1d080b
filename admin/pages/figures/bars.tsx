// A bar chart as a table of name, bar and number, so that it needs no text alternative.
export interface Bar {
  name: string
  count: number
}

/** The rest is summed up in the last bar. */
const maxBars = 8

export function Bars({ bars }: { bars: Bar[] }) {
  const shown = withRest(bars)
  const maxCount = Math.max(...shown.map(({ count }) => count))
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
                <rect className="bar" width={(count / maxCount) * 100} height="10" rx="0.5" />
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
  if (bars.length <= maxBars) return bars
  const rest = bars.slice(maxBars - 1)
  const count = rest.reduce((sum, bar) => sum + bar.count, 0)
  return [...bars.slice(0, maxBars - 1), { name: `${rest.length} others`, count }]
}
