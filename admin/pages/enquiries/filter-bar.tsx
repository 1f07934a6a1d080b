import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { enquiryStatuses } from '#schemas/enquiry.ts'
import { Button } from '#ui/button/button.tsx'
import { firmServices, firmTowns } from '../../firm.ts'
import { SearchBox } from '../../parts/search-box.tsx'
import { figuresQuery } from '../figures/figures.ts'
import { mergeSources, sourceName } from '../figures/sources.ts'
import { useColleagueNames } from './colleagues.ts'
import { elsewhere } from './enquiries.ts'
import {
  countActiveFilters,
  type Filters,
  periods,
  searchWords,
  sinceOf,
  sorts,
} from './filters.ts'
import { useFormerColleagues } from './open-enquiries.ts'

const towns = [...firmTowns, elsewhere]
const { spam: _, ...worked } = enquiryStatuses

export interface FilterBarProps {
  filters: Filters
  onChange(changed: Partial<Filters>): void
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const isList = filters.view === 'list'
  const { data: figures } = useQuery(figuresQuery(sinceOf('365')))
  const chosenColleague = filters.assigned === 'nobody' ? '' : filters.assigned
  const colleagues = useColleagueNames(chosenColleague)
  const former = useFormerColleagues()
  const [isOpen, setIsOpen] = useState(false)
  const chosen = countActiveFilters(filters)
  const source = filters.source && sourceName(filters.source)
  const change = (changed: Partial<Filters>) => onChange({ page: 1, ...changed })
  const choice = (name: Exclude<keyof Filters, 'search' | 'page' | 'view'>) => ({
    value: filters[name],
    // Cast: the options come from the lists that FiltersSchema accepts.
    onChange: (value: string) => change({ [name]: value } as Partial<Filters>),
  })
  const classes = ['filters', !isList && 'filters-board', isOpen && 'filters-open']
  return (
    <search className={classes.filter(Boolean).join(' ')}>
      <SearchBox
        label="Search enquiries"
        value={filters.search}
        debounceMs={250}
        onChange={(search) => change({ search })}
      />
      {filters.search.trim() && searchWords(filters.search).length === 0 && (
        <p className="soft filters-hint" role="status">
          Type three letters or more.
        </p>
      )}
      {/* On a phone the filters are collapsed, or they would push the list off the screen. */}
      <Button className="filters-opener" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <SlidersHorizontal aria-hidden="true" />
        {chosen === 0 ? 'Filters' : `Filters (${chosen})`}
      </Button>
      {isList && (
        <Choice
          label="Status"
          all="All statuses"
          options={{ overdue: 'Overdue answers', ...worked, spam: 'Spam folder' }}
          {...choice('status')}
        />
      )}
      <Choice
        label="Service"
        all="All services"
        options={named([...new Set([...firmServices, filters.service])])}
        {...choice('service')}
      />
      <Choice label="Town" all="All towns" options={named(towns)} {...choice('town')} />
      <Choice
        label="Source"
        all="All sources"
        options={named([source, ...mergeSources(figures?.sources ?? []).map(({ name }) => name)])}
        {...choice('source')}
        value={source}
      />
      <Choice
        label="Assigned to"
        all="All colleagues"
        options={{ nobody: 'Nobody', ...colleagues, ...former }}
        {...choice('assigned')}
      />
      <Choice label="Period" all="All time" options={periods} {...choice('period')} />
      {isList && <Choice label="Order" options={sorts} {...choice('sort')} />}
    </search>
  )
}

interface ChoiceProps {
  label: string
  /** Label of the option that does not filter. */
  all?: string
  options: Record<string, string>
  value: string
  onChange(value: string): void
}

function Choice({ label, all, options, value, onChange }: ChoiceProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {all && <option value="">{all}</option>}
      {Object.entries(options)
        .filter(([key]) => key !== '')
        .map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
    </select>
  )
}

const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))
