// An island: a part of a page that is hydrated when the visitor interacts with it. Until then it is
// plain HTML (when React is loaded: islands.ts).
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
  // Rendered separately, so that useId() gives the same ids as the island's own root in the browser.
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
