// Every component of this room in every state, on one page: for the lookbook, and for the tests of
// what axe and people can read.
import { badgeStates } from './badge/badge.states.tsx'
import { buttonStates } from './button/button.states.tsx'
import { confirmStates } from './dialog/confirm.states.tsx'
import { fieldStates } from './field/field.states.tsx'
import { noticeStates } from './notice/notice.states.tsx'
import { relativeTimeStates } from './relative-time/relative-time.states.tsx'
import { reviewCardStates } from './review-card/review-card.states.tsx'
import { spinnerStates } from './spinner/spinner.states.tsx'
import { starsStates } from './stars/stars.states.tsx'
import type { UiState } from './state.ts'

const components: [name: string, states: UiState[]][] = [
  ['Button', buttonStates],
  ['Field', fieldStates],
  ['Badge', badgeStates],
  ['Notice', noticeStates],
  ['Confirm', confirmStates],
  ['Relative time', relativeTimeStates],
  ['Spinner', spinnerStates],
  ['Stars', starsStates],
  ['Review card', reviewCardStates],
]

export function StatesPage() {
  return (
    <main className="states">
      <h1>Every component, in every state</h1>
      {components.map(([name, states]) => (
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
