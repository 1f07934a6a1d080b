import type { UiState } from '../state.ts'
import { Button, type ButtonKind, ButtonLink } from './button.tsx'

const onSite: ButtonKind[] = ['outline', 'main', 'quote']
const inDashboard: ButtonKind[] = ['outline', 'main', 'quiet', 'danger', 'danger-quiet']

export const siteButtonStates = statesOf(onSite)
export const dashboardButtonStates = statesOf(inDashboard)

function statesOf(kinds: ButtonKind[]): UiState[] {
  return [
    ...kinds.map((kind) => ({ name: kind, element: <Button kind={kind}>Save changes</Button> })),
    {
      name: 'busy',
      element: (
        <Button kind="main" isBusy>
          Saving…
        </Button>
      ),
    },
    { name: 'a link', element: <ButtonLink href="#top">Call 01632 960123</ButtonLink> },
  ]
}
