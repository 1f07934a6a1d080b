// The favicon set, drawn from the logo.
import type { Plugin } from 'vite'
import { iconPaths, makeIcon } from '#server/icons.ts'
import { generatedFiles } from './generated-files.ts'
import { openFirm } from './open-firm.ts'

export function icons(root: string): Plugin {
  return generatedFiles('icons', async () => {
    const { content } = openFirm(root)
    const files = await Promise.all(
      iconPaths.map(async (path) => ({
        fileName: path.slice(1),
        bytes: (await makeIcon(path, content)).bytes,
      })),
    )
    return { files, exports: {} }
  })
}
