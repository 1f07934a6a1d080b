// The image for link previews of a page. The build draws one for each page that it knows, with its title;
// once title, picture, colours or logo are edited, the picture of the page stands in, without words.
import { socialBrand, socialPictures } from 'virtual:social'
import type { Content } from '#content/content.ts'
import { lookStyles } from '#content/look.ts'
import { cutOf } from '#content/pictures.ts'
import { hasPicture, pictureFile } from '../sections/picture.tsx'

export interface SocialPicture {
  file: string
  width: number
  height: number
}

interface PreviewedPage {
  path: string
  picture?: string
  hero: { title: string }
}

export function socialPicture(
  { path, picture: name = '', hero }: PreviewedPage,
  { pictures, look, mark }: Pick<Content, 'pictures' | 'look' | 'mark'>,
): SocialPicture | undefined {
  const picture = pictures[name]
  if (!picture) return undefined
  const drawn = socialPictures[path]
  const isAsDrawn =
    drawn?.picture === name &&
    drawn.title === hero.title &&
    socialBrand === JSON.stringify([lookStyles(look), mark])
  if (drawn && isAsDrawn && !picture.upload) return { file: drawn.file, width: 1200, height: 630 }
  if (cutOf(picture) !== 'wide' || !hasPicture(name, pictures)) return undefined
  return { file: pictureFile(name, 'wide', 1280, 'webp', pictures), width: 1280, height: 720 }
}
