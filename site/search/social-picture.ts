/** The file that link previews show for a page; the build makes one for each. */
export function socialPicture(path: string): string {
  return `/assets/social/${socialPictureName(path)}.jpg`
}

export function socialPictureName(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
}
