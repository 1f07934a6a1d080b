// Made by the build: see tools/build/.
declare module 'virtual:pictures' {
  export const builtPictures: Record<string, { hash: string; placeholder: string } | undefined>
}
declare module 'virtual:fonts' {
  export const fontFaces: string
  export const fontPreloads: string[]
}
declare module 'virtual:social' {
  export const socialPictures: Record<string, string | undefined>
}
