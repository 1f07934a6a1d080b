// Loaded at the first touch: React, and the island's own code.
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

const islands = import.meta.glob<Record<string, ComponentType<object>>>('../islands/*.tsx')

export async function hydrate(element: HTMLElement): Promise<void> {
  const { island, id, props } = element.dataset
  const load = islands[`../islands/${island}.tsx`]
  if (!load) throw new Error(`There is no island called ${island}`)
  const module = await load()
  const Component = Object.values(module)[0]
  if (!Component) throw new Error(`The island ${island} exports no component`)
  await new Promise<void>((resolve) => {
    hydrateRoot(
      element,
      <Awake onReady={resolve}>
        <Component {...JSON.parse(props ?? '{}')} />
      </Awake>,
      { identifierPrefix: `${id}-` },
    )
  })
  element.dataset.awake = ''
}

/** Effects run after the island's own handlers are in place. */
function Awake({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady])
  return children
}
