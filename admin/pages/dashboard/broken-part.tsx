// Shown instead of a page or a tab that threw while it was rendered; the tabs stay usable. Reloading also
// fetches the scripts anew, which a page that was open while the product was updated may lack.
import { Button } from '#ui/button/button.tsx'

export function BrokenPart() {
  return (
    <section className="empty" role="alert" aria-labelledby="broken-heading">
      <h2 id="broken-heading">This part could not be shown</h2>
      <p>
        What you have saved is kept. Reload the page; if this comes back, tell your administrator.
      </p>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </section>
  )
}
