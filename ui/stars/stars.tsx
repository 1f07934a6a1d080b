export function Stars({ rating }: { rating: number }) {
  const full = Math.min(5, Math.max(0, Math.round(rating) || 0))
  return (
    <span className="stars" role="img" aria-label={`${full} out of 5 stars`}>
      {'★'.repeat(full)}
      {'☆'.repeat(5 - full)}
    </span>
  )
}
