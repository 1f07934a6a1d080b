// Writes the contact sheets: one HTML page with all screenshots, and one image per state.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import type { Picture } from './take-pictures.ts'

export async function writeSheets(
  browser: Browser,
  out: string,
  pictures: Picture[],
): Promise<void> {
  const sheets = new Map<string, Picture[]>()
  for (const picture of pictures) {
    const title = `${picture.chapter}: ${picture.scene}${picture.scheme === 'dark' ? ', dark' : ''}`
    sheets.set(title, [...(sheets.get(title) ?? []), picture])
  }
  const index = join(out, 'index.html')
  await writeFile(index, pageOf([...sheets].map(([title, shown]) => sheetOf(title, shown))))
  const page = await browser.newPage({ viewport: { width: 1800, height: 1000 } })
  await page.goto(pathToFileURL(index).href)
  for (const [i, sheet] of (await page.locator('section').all()).entries()) {
    const number = String(i + 1).padStart(3, '0')
    await sheet.screenshot({ path: join(out, `sheet-${number}.png`) })
  }
  await page.close()
}

function sheetOf(title: string, pictures: Picture[]): string {
  const figures = pictures.map(
    ({ file, width, problem }) =>
      `<figure style="flex:${Math.max(width, 500)}"><a href="${file}"><img src="${file}" alt=""></a>
      <figcaption>${width} px${problem ? ` <b>${escapeHtml(problem)}</b>` : ''}</figcaption></figure>`,
  )
  return `<section><h2>${escapeHtml(title)}</h2><div>${figures.join('')}</div></section>`
}

function pageOf(sheets: string[]): string {
  return `<!doctype html><meta charset="utf-8"><title>Lookbook</title><style>
body{margin:0;font:14px system-ui;background:#777;color:#fff}
section{padding:1rem;background:#777}h2{margin:0 0 .5rem}
div{display:flex;gap:1rem;align-items:start}figure{margin:0;min-width:0}
img{display:block;width:100%;max-height:1600px;object-fit:cover;object-position:top}b{color:#fc9}
</style>${sheets.join('\n')}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
