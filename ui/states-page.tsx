// All components in all states on one page, for the accessibility tests and for reviewing their look.
import { badgeStates } from './badge/badge.states.tsx'
import { dashboardButtonStates, siteButtonStates } from './button/button.states.tsx'
import { confirmStates } from './dialog/confirm.states.tsx'
import { fieldStates } from './field/field.states.tsx'
import { noticeStates } from './notice/notice.states.tsx'
import { relativeTimeStates } from './relative-time/relative-time.states.tsx'
import { reviewCardStates } from './review-card/review-card.states.tsx'
import { spinnerStates } from './spinner/spinner.states.tsx'
import { starsStates } from './stars/stars.states.tsx'
import type { UiState } from './state.ts'

export type Look = 'site' | 'dashboard'

/** Components that the site has too. */
const shared: Component[] = [
  ['Field', fieldStates],
  ['Notice', noticeStates],
  ['Stars', starsStates],
  ['Review card', reviewCardStates],
]
const components: Record<Look, Component[]> = {
  site: [['Button', siteButtonStates], ...shared],
  dashboard: [
    ['Button', dashboardButtonStates],
    ['Badge', badgeStates],
    ['Confirm', confirmStates],
    ['Relative time', relativeTimeStates],
    ['Spinner', spinnerStates],
    ...shared,
  ],
}
type Component = [name: string, states: UiState[]]

export function StatesPage({ look }: { look: Look }) {
  return (
    <main className="states">
      <h1>Every component, in every state</h1>
      {components[look].map(([name, states]) => (
        <section key={name}>
          <h2>{name}</h2>
          <div className="states-row">
            {states.map((state) => (
              <div key={state.name}>
                <p>{state.name}</p>
                {state.element}
              </div>
            ))}
          </div>
        </section>
      ))}
    </main>
  )
}
