// A database cluster without a schema, in the folder named. PGlite alone makes it, so it can be made
// while the code is still being built.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const folder = process.argv[2]
const unfinished = `${folder}.unfinished`
rmSync(unfinished, { recursive: true, force: true })
mkdirSync(unfinished, { recursive: true })
const pglite = new PGlite({ fs: new NodeFS(unfinished) })
await pglite.waitReady
await pglite.close()
renameSync(unfinished, folder)
