/**
 * Marks an error that stops everything for this receiver, not one message: the queue tries what waits
 * for it as soon as one message is taken.
 */
export function receiverAway<Failure extends Error>(error: Failure): Failure {
  return Object.assign(error, { isReceiverAway: true })
}
