import type { World } from '@courtcrier/sandbox/world/world.ts'
import pino from 'pino'
import { readConfig } from '../packages/server/src/base/config.ts'
import { seedFirm } from '../packages/server/src/demo/seed.ts'
import { openServices } from '../packages/server/src/main.ts'

/** Creates the sandbox's firm in the database of these settings, then closes the database. */
export async function prepareFirm(environment: Record<string, string>, world: World): Promise<void> {
  const stops: (() => unknown)[] = []
  try {
    const { services } = await openServices(readConfig(environment), { log: pino({ level: 'silent' }), stops })
    await seedFirm(services, world)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
