// Asks before a tag manager is loaded. There is nothing of this on a site without one.

import { paths } from '#schemas/paths.ts'
import { Button } from '#ui/button/button.tsx'

export function Consent({ tagManagerId }: { tagManagerId: string }) {
  return (
    <section className="consent-bar" data-tag-manager={tagManagerId} aria-label="Cookies" hidden>
      <p>
        May we count visits with Google’s tag manager? It sets cookies. The{' '}
        <a href={paths.privacy}>privacy policy</a> says more, and the site works the same without.
      </p>
      <div>
        <Button value="no">No, thank you</Button>
        <Button value="yes">Yes, you may</Button>
      </div>
    </section>
  )
}
