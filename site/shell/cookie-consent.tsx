// The cookie banner: asks for consent before the tag manager is loaded. Only on sites that have one.
import { paths } from '#schemas/paths.ts'
import { Button } from '#ui/button/button.tsx'

export function CookieConsent({ tagManagerId }: { tagManagerId: string }) {
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

/** Opens the cookie banner again. Hidden until the script finds a banner. */
export function CookieSettings() {
  return (
    <button className="cookie-settings" type="button" hidden>
      Cookie settings
    </button>
  )
}
