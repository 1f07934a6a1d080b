// The title of the browser's tab: "(3) Owen Tranter, 7K3-C4W · Enquiries". Tab, record and count are known
// in different places; each tells its part.
import { useEffect } from 'react'

interface TitleParts {
  /** New enquiries. */
  count: number
  /** Undefined where no tab is open: the page's own title stays. */
  tab: string | undefined
  record: string | undefined
}

/** As the server wrote it. */
const pageTitle = document.title
const parts: TitleParts = { count: 0, tab: undefined, record: undefined }

function formatTitle({ count, tab, record }: TitleParts, page: string): string {
  const where = tab ? `${tab} · ${page}` : page
  const title = record ? [record, tab].filter(Boolean).join(' · ') : where
  return count > 0 ? `(${count}) ${title}` : title
}

function show(changed: Partial<TitleParts>): void {
  Object.assign(parts, changed)
  document.title = formatTitle(parts, pageTitle)
}

export function useTitleOfTab(tab: string | undefined): void {
  useEffect(() => show({ tab }), [tab])
}

export function useTitleOfRecord(record: string | undefined): void {
  useEffect(() => {
    show({ record })
    return () => show({ record: undefined })
  }, [record])
}

export function useCountInTitle(count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) show({ count })
  }, [count])
}
