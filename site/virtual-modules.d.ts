// Made by the build: see tools/build/.
declare module 'virtual:pictures' {
  interface BuiltPicture {
    hash: string
    family: 'scene' | 'miniature'
    placeholder: string
  }
  export const builtPictures: Record<string, BuiltPicture | undefined>
}
declare module 'virtual:fonts' {
  export const fontFaces: string
  export const fontPreloads: string[]
}
declare module 'virtual:social' {
  export const socialPictures: Record<string, { file: string; picture: string } | undefined>
}
