import type { UiState } from '../state.ts'
import { Confirm } from './confirm.tsx'

const nothing = () => {}

export const confirmStates: UiState[] = [
  {
    name: 'takes something away',
    element: (
      <Confirm
        question="Delete this review?"
        confirm="Delete"
        onConfirm={nothing}
        onClose={nothing}
      >
        The review by Ann Lee is deleted for good.
      </Confirm>
    ),
  },
  {
    name: 'is harmless',
    element: (
      <Confirm
        question="Send a link to choose a new password?"
        confirm="Send"
        isHarmless
        onConfirm={nothing}
        onClose={nothing}
      />
    ),
  },
]
