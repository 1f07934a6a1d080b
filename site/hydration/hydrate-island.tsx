// React and the islands' own code. Loaded when the visitor scrolls to a form, or first uses one.
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** All of them: one request instead of a second one that waits for the first. */
const islands = import.meta.glob<Record<string, ComponentType<object>>>('../islands/*.tsx', {
  eager: true,
})

export async function hydrateIsland(element: HTMLElement): Promise<void> {
  const { island, id, props } = element.dataset
  const module = islands[`../islands/${island}.tsx`]
  if (!module) throw new Error(`There is no island called ${island}`)
  const Component = Object.values(module)[0]
  if (!Component) throw new Error(`The island ${island} exports no component`)
  await new Promise<void>((resolve) => {
    hydrateRoot(
      element,
      <Hydrated onReady={resolve}>
        <Component {...JSON.parse(props ?? '{}')} />
      </Hydrated>,
      { identifierPrefix: `${id}-` },
    )
  })
  element.dataset.hydrated = ''
}

/** Its effect runs once the island's event handlers are attached. */
function Hydrated({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady])
  return children
}
