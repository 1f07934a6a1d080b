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
  interface SocialPicture {
    file: string
    /** What it shows. */
    picture: string
    title: string
  }
  export const socialPictures: Record<string, SocialPicture | undefined>
  /** The look and the mark that they are drawn in. */
  export const socialBrand: string
}
