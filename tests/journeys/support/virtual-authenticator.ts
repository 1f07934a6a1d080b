// The browser's virtual authenticator, which always verifies the user.
import type { CDPSession, Page } from '@playwright/test'

export interface VirtualAuthenticator {
  /** The ids of the credentials that it holds. */
  credentials(): Promise<string[]>
  forget(): Promise<void>
  /** Whether user verification succeeds. */
  setUnlocked(isUnlocked: boolean): Promise<void>
  /** Whether user presence is confirmed automatically. */
  setTouched(isTouched: boolean): Promise<void>
}

/** `internal`: a platform authenticator; `usb`: a roaming one. */
export async function plugIn(
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async credentials() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ credentialId }) => credentialId)
    },
    async forget() {
      await session.send('WebAuthn.clearCredentials', { authenticatorId })
    },
    async setUnlocked(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async setTouched(enabled) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}
