import type { LeftOut } from '#schemas/bulk-answer.ts'

export function LeftOutList({ title, leftOut }: { title: string; leftOut: LeftOut[] }) {
  if (leftOut.length === 0) return null
  return (
    <div className="verdict">
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        {leftOut.map(({ enquiry_id, name, reason }) => (
          <li key={enquiry_id}>
            {name ?? 'Erased enquiry'}: <span className="soft">{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
