// The content for sections deep in a page: pictures with their alternative texts, the map, and what the
// form offers.
import { createContext, use } from 'react'
import type { Content } from '#content/content.ts'

export const ContentContext = createContext<Content | undefined>(undefined)

export function useContent(): Content {
  const content = use(ContentContext)
  if (!content) throw new Error('Content is read by sections of a page, not by islands')
  return content
}
