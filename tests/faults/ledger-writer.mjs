// Inserts one number after the other and prints each when its commit has been acknowledged.
import { writeSync } from 'node:fs'
import { openEmbedded } from '../../dist/server/testing.js'

const [folder, from] = process.argv.slice(2)
const workerFile = new URL('../../dist/server/database-worker.js', import.meta.url)
const database = await openEmbedded({ folder, workerFile })
for (let number = Number(from) + 1; ; number += 1) {
  await database.query('insert into ledger values ($1)', [number])
  writeSync(1, `${number}\n`)
}
