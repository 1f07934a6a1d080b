// The page of component states in the site's and in the dashboard's styles. Part of the build, which
// alone can import stylesheets.
import { fontFaces } from 'virtual:fonts'
import { renderToStaticMarkup } from 'react-dom/server'
import adminCss from '#admin/admin.css?inline'
import reviewsCss from '#site/sections/reviews.css?inline'
import siteCss from '#site/site.css?inline'
import { type Look, StatesPage } from '#ui/states-page.tsx'

const layout = `
.states{padding:2rem;max-width:80rem;margin-inline:auto}
.states h1{font-size:1.6rem}.states h2{font-size:1.2rem;margin:2rem 0 .75rem}
.states-row{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:start}
.states-row>div{display:grid;gap:.4rem;justify-items:start;min-width:9rem;max-width:28rem}
.states-row>div>p:first-child{font-size:.8rem;color:var(--color-ink-soft)}
.states dialog{position:static;display:block;margin:0}`

export function renderUiPage(look: Look): string {
  const css = fontFaces + siteCss + (look === 'site' ? reviewsCss : adminCss) + layout
  // Opens dialogs in the markup, since no script runs here.
  const page = renderToStaticMarkup(<StatesPage look={look} />).replaceAll(
    '<dialog',
    '<dialog open',
  )
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>States</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${css}</style></head>
<body><div${look === 'dashboard' ? ' id="admin-root"' : ''}>${page}</div></body></html>`
}
