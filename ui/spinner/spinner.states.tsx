import type { UiState } from '../state.ts'
import { Spinner } from './spinner.tsx'

export const spinnerStates: UiState[] = [
  { name: 'waiting', element: <Spinner label="Loading the enquiries" /> },
]
