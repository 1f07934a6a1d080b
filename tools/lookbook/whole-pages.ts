/**
 * Runs in the page, before its own scripts. Below the first screen the browser lays a page out only as the
 * visitor comes near; who looks at whole pages needs all of it at once.
 */
export function layOutWholePages(): void {
  const styles = new CSSStyleSheet()
  styles.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(styles)
}
