import type { UiState } from '../state.ts'
import { Day, RelativeTime } from './relative-time.tsx'

const minute = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString()

export const relativeTimeStates: UiState[] = [
  { name: 'now', element: <RelativeTime at={ago(0)} /> },
  { name: 'today', element: <RelativeTime at={ago(180)} /> },
  { name: 'this month', element: <RelativeTime at={ago(60 * 24 * 9)} /> },
  { name: 'long ago', element: <RelativeTime at={ago(60 * 24 * 90)} /> },
  { name: 'a day', element: <Day at={ago(0)} /> },
]
