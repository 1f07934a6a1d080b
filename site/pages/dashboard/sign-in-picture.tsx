// The picture above the sign-in form, or beside it on large screens. It is decoration, and phones, where
// it is hidden, do not load it.
import { useContent } from '../../content-context.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { hasPicture, sources } from '../../sections/picture.tsx'
import css from './sign-in.css?inline'

/** Its height decides, and it is nearly twice as wide as that. */
const sizes = '(min-width: 64rem) 90vw, (min-width: 40rem) 100vw, 1px'

export function SignInPicture() {
  const { about, pictures } = useContent()
  const name = about.picture
  if (!hasPicture(name, pictures)) return null
  const [x, y] = pictures[name]?.focus ?? [50, 50]
  return (
    <picture className="sign-in-picture">
      <Stylesheet css={css} />
      <Stylesheet css={`.sign-in-picture img{object-position:${x}% ${y}%}`} />
      <source type="image/avif" srcSet={sources(name, 'wide', 'avif', pictures)} sizes={sizes} />
      <img srcSet={sources(name, 'wide', 'webp', pictures)} sizes={sizes} alt="" loading="lazy" />
    </picture>
  )
}
