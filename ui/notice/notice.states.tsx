import type { UiState } from '../state.ts'

export const noticeStates: UiState[] = [
  {
    name: 'it worked',
    element: (
      <div className="notice">
        <strong>Message sent!</strong>
        Thank you for your enquiry. We'll be in touch soon.
      </div>
    ),
  },
  {
    name: 'it did not',
    element: (
      <div className="notice notice-error">
        <strong>Error</strong>
        Something went wrong. Please try again or call us directly.
      </div>
    ),
  },
]
