// Whether the stored session is gone while the dashboard is open: the browser cleared it, for instance.
// The auth client does not notice, as it has nothing left to refresh.
import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

export const hasSignInEnded = () => hasEnded

/** False again once there is a session, which another tab may have brought. */
export function setSignInEnded(ended: boolean): void {
  if (ended === hasEnded) return
  hasEnded = ended
  for (const listener of listeners) listener()
}

export const useSignInEnded = () => useSyncExternalStore(subscribe, hasSignInEnded)

const leftKey = 'sign-in-ended'

/** For the sign-in page, which says why it has opened until the user is in again. */
export const leaveSignInEnded = () => sessionStorage.setItem(leftKey, 'yes')
export const wasSignInEnded = () => sessionStorage.getItem(leftKey) !== null
export const forgetSignInEnded = () => sessionStorage.removeItem(leftKey)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
