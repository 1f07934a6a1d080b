import { trustClaims } from '#content/trust.ts'

export function TrustStrip() {
  return (
    <ul className="wrap trust-strip" aria-label="What you can rely on">
      {trustClaims.map(({ title, text }) => (
        <li key={title}>
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
