import { socialPictures } from 'virtual:social'

/**
 * The image for link previews of a page. The build makes one for each page that it knows; a page with
 * another picture, as of another firm, has none.
 */
export function socialPicture(path: string, picture: string | undefined): string | undefined {
  const made = socialPictures[path]
  return made && made.picture === picture ? made.file : undefined
}
