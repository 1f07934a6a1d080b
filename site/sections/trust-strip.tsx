import type { TrustClaim } from '#content/trust.ts'
import { Stylesheet } from '../page-needs.tsx'
import css from './trust-strip.css?inline'

export function TrustStrip({ claims }: { claims: readonly TrustClaim[] }) {
  return (
    <>
      <Stylesheet css={css} />
      <ul className="wrap trust-strip" aria-label="What you can rely on">
        {claims.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
