import type { UiState } from '../state.ts'
import { Stars } from './stars.tsx'

export const starsStates: UiState[] = [0, 3, 5].map((rating) => ({
  name: `${rating} of 5`,
  element: <Stars rating={rating} />,
}))
