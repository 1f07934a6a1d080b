// A Vite plugin that makes files which are in no source folder, puts them among the browser's
// files, and tells the code about them in a module of its own: `virtual:NAME`.
import type { Plugin } from 'vite'

export interface MadeFiles {
  files: { fileName: string; bytes: Buffer }[]
  /** The exports of the virtual module. */
  exports: Record<string, unknown>
}

export function madeFiles(name: string, make: () => Promise<MadeFiles>): Plugin {
  const id = `virtual:${name}`
  // Both builds use the plugin; the work is done for the first.
  let made: Promise<MadeFiles> | undefined
  const makeOnce = () => {
    made ??= make()
    return made
  }
  return {
    name,
    async buildStart() {
      const { files } = await makeOnce()
      if (this.environment.name !== 'client') return
      for (const { fileName, bytes } of files) {
        this.emitFile({ type: 'asset', fileName, source: bytes })
      }
    },
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    async load(asked) {
      if (asked !== `\0${id}`) return undefined
      const { exports } = await makeOnce()
      return Object.entries(exports)
        .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}
