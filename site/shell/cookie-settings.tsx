/** Asks again what the cookie banner asked. It shows where there is something to ask, and script. */
export function CookieSettings() {
  return (
    <button className="cookie-settings" type="button" hidden>
      Cookie settings
    </button>
  )
}
