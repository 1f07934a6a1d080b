// Marks a part of a page that becomes interactive when the visitor touches it. On the server it is
// plain HTML; nothing of React is loaded before (see browser.ts).
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'

export interface IslandProps<Props> {
  /** The file in islands/ that the browser loads. */
  name: string
  /** Unique on its page; ids inside the island start with it. */
  id: string
  component: ComponentType<Props>
  props: Props
}

export function Island<Props extends object>({
  name,
  id,
  component: Component,
  props,
}: IslandProps<Props>) {
  // Rendered apart from the page, so that the ids React makes are those of the browser's root.
  const html = renderToString(<Component {...props} />, { identifierPrefix: `${id}-` })
  return (
    <div
      data-island={name}
      data-id={id}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
