// What the dashboard knows of the firm, from its page: the services and towns that enquiries are about.
import * as v from 'valibot'

const firmSchema = v.object({ services: v.array(v.string()), towns: v.array(v.string()) })

function readFirmData(): v.InferOutput<typeof firmSchema> {
  const text = globalThis.document?.getElementById('admin-root')?.dataset.firm
  return text ? v.parse(firmSchema, JSON.parse(text)) : { services: [], towns: [] }
}

export const { services: firmServices, towns: firmTowns } = readFirmData()
