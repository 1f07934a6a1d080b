// The floating quote button, and the dialog with the enquiry form.
import { enquiryActions } from '#schemas/paths.ts'
import { Button } from '#ui/button/button.tsx'
import { QuoteForm } from '../sections/quote-form.tsx'
import { Close } from './icons.tsx'

const dialogId = 'quote'

export interface FloatingQuoteProps {
  phone: string
  service?: string | undefined
}

export function FloatingQuote({ phone, service }: FloatingQuoteProps) {
  return (
    <>
      <Button kind="quote" className="float-quote" popoverTarget={dialogId}>
        Get a Quote
      </Button>
      <dialog className="sheet" id={dialogId} popover="auto" aria-labelledby={`${dialogId}-title`}>
        <div className="sheet-head">
          <div>
            <h2 id={`${dialogId}-title`} className="sheet-title">
              Get Your Free Quote
            </h2>
            <p className="text-ink-soft">Free, no obligation, and a reply within 24 hours.</p>
          </div>
          <button
            className="icon-button"
            type="button"
            popoverTarget={dialogId}
            popoverTargetAction="hide"
            aria-label="Close"
          >
            <Close />
          </button>
        </div>
        <QuoteForm
          id="dialog-form"
          action={enquiryActions.contactFunction}
          phone={phone}
          service={service}
        />
      </dialog>
    </>
  )
}
