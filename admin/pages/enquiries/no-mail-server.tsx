/** Above an answer that cannot leave yet. */
export function NoMailServer() {
  return (
    <p className="late">
      No mail server is set up: the answer is kept in the outbox and reaches nobody until an
      administrator sets one up under Mail. Please ring meanwhile.
    </p>
  )
}
