// Chooses the response format from the Accept header.
import { unknownMediaType } from './problems.ts'

export interface Media {
  form: 'array' | 'object' | 'csv'
  /** Leave out the keys whose value is null. */
  stripsNulls: boolean
  contentType: string
}

const json: Media = {
  form: 'array',
  stripsNulls: false,
  contentType: 'application/json; charset=utf-8',
}

export function negotiateMedia(accept: string | null): Media {
  if (!accept?.trim()) return json
  const wanted = accept
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim().toLowerCase()))
    .map(([type = '', ...parameters]) => ({ type, parameters, quality: qualityOf(parameters) }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  for (const { type, parameters } of wanted) {
    const media = mediaOf(type, parameters.includes('nulls=stripped'))
    if (media) return media
  }
  throw unknownMediaType(accept)
}

function mediaOf(type: string, stripsNulls: boolean): Media | undefined {
  const nulls = stripsNulls ? ';nulls=stripped' : ''
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripsNulls
        ? {
            form: 'array',
            stripsNulls,
            contentType: `application/vnd.pgrst.array+json${nulls}; charset=utf-8`,
          }
        : json
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return {
        form: 'object',
        stripsNulls,
        contentType: `application/vnd.pgrst.object+json${nulls}; charset=utf-8`,
      }
    case 'text/csv':
      return { form: 'csv', stripsNulls: false, contentType: 'text/csv; charset=utf-8' }
    default:
      return undefined
  }
}

function qualityOf(parameters: string[]): number {
  const quality = parameters.find((word) => word.startsWith('q='))
  return quality === undefined ? 1 : Number(quality.slice(2)) || 0
}
