// The folder of the firm that is shipped with the product, from the source and from the build.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function shippedFirm(from: string = import.meta.dirname): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const firm = join(folder, 'firm')
    if (existsSync(join(firm, 'company.yaml'))) return firm
  }
  return join(process.cwd(), 'firm')
}
