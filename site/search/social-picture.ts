import { socialPictures } from 'virtual:social'

/** The file that link previews show for a page; the build makes one for each. */
export function socialPicture(path: string): string | undefined {
  return socialPictures[path]
}
