// A Vite plugin for generated files: emits them among the browser's files and exports their names
// from a virtual module, `virtual:NAME`.
import type { Plugin } from 'vite'

export interface GeneratedFiles {
  files: { fileName: string; bytes: Buffer }[]
  /** The exports of the virtual module. */
  exports: Record<string, unknown>
}

export function generatedFiles(name: string, make: () => Promise<GeneratedFiles>): Plugin {
  const id = `virtual:${name}`
  // Both builds use the plugin; the files are generated once.
  let made: Promise<GeneratedFiles> | undefined
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
