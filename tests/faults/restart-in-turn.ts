// Rolling restart: instances are stopped and started in turn while visitors go on.
import { expect } from 'vitest'
import type { ServerProcess } from '#tests/support/server-process.ts'
import type { Clients } from './clients.ts'

export interface Restarts {
  clients: Clients
  rounds: number
  start(port: number): Promise<ServerProcess>
}

/** Each restart waits until enquiries have come through since the one before. */
export async function restartInTurn(
  instances: ServerProcess[],
  { clients, rounds, start }: Restarts,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, instance] of instances.entries()) {
      const enough = clients.acknowledged.size + 10
      await expect.poll(() => clients.acknowledged.size).toBeGreaterThan(enough)
      expect(await instance.kill('SIGTERM')).toBe(0)
      instances[at] = await start(Number(new URL(instance.url).port))
    }
  }
}
