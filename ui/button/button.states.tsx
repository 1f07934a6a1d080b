import type { UiState } from '../state.ts'
import { Button, type ButtonKind, ButtonLink } from './button.tsx'

const kinds: ButtonKind[] = ['outline', 'main', 'quote', 'quiet', 'danger', 'danger-quiet']

export const buttonStates: UiState[] = [
  ...kinds.map((kind) => ({ name: kind, element: <Button kind={kind}>Save changes</Button> })),
  {
    name: 'busy',
    element: (
      <Button kind="main" disabled>
        Saving…
      </Button>
    ),
  },
  { name: 'a link', element: <ButtonLink href="#top">Call 01632 960123</ButtonLink> },
]
