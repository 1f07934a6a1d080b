// What became of the enquiries, by source, town, service or colleague, beside the period before.
import { useId, useState } from 'react'
import type { EnquiryResults, ResultLine } from '#schemas/function-results.ts'
import { formatPounds } from '#schemas/money.ts'
import { ScrollRegion } from '../../parts/scroll-region.tsx'
import { linesOf, type ResultGroup, resultGroups, share } from './results.ts'

interface ResultsTableProps {
  results: EnquiryResults
  /** Of the period before; undefined for all time. */
  before: EnquiryResults | undefined
}

export function ResultsTable({ results, before }: ResultsTableProps) {
  const id = useId()
  const [group, setGroup] = useState<ResultGroup>('source')
  return (
    <>
      <p className="results-group">
        <label htmlFor={id}>By</label>
        <select
          id={id}
          className="input"
          value={group}
          onChange={({ target }) => setGroup(target.value as ResultGroup)}
        >
          {Object.entries(resultGroups).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </p>
      <ScrollRegion label="What became of them" className="numbers results">
        <table>
          <thead>
            <tr>
              <th scope="col">{resultGroups[group]}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {linesOf(results, group).map((line) => (
              <Line key={line.name} name={line.name} line={line} />
            ))}
          </tbody>
          <tfoot>
            <Line name="All" line={results.total} />
            {before && <Line name="Period before" line={before.total} />}
          </tfoot>
        </table>
      </ScrollRegion>
      <p className="soft">
        Answered in time leaves out what is not due yet. Won is the share of all enquiries; £ won
        counts the values that were entered.
      </p>
    </>
  )
}

const columns: { name: string; value(line: ResultLine): string }[] = [
  { name: 'Enquiries', value: ({ enquiries }) => enquiries.toLocaleString('en-GB') },
  { name: 'Answered in time', value: ({ in_time, due }) => share(in_time, due) },
  { name: 'With a visit', value: ({ visits }) => visits.toLocaleString('en-GB') },
  { name: 'Won', value: ({ won }) => won.toLocaleString('en-GB') },
  { name: 'Lost', value: ({ lost }) => lost.toLocaleString('en-GB') },
  { name: 'Won, share', value: ({ won, enquiries }) => share(won, enquiries) },
  { name: '£ won', value: ({ won_pence }) => formatPounds(won_pence) },
]

function Line({ name, line }: { name: string; line: ResultLine }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((column) => (
        <td key={column.name}>{column.value(line)}</td>
      ))}
    </tr>
  )
}
