import type { World } from '@courtcrier/sandbox/world/world.ts'
import pino from 'pino'
import { readConfig } from '../packages/server/src/base/config.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { addFirm, seedFirm } from '../packages/server/src/demo/seed.ts'
import { openServices } from '../packages/server/src/open-services.ts'

/** Creates the sandbox's firm in the database of these settings, then closes the database. */
export function prepareFirm(environment: Record<string, string>, world: World): Promise<void> {
  return prepare(environment, async (services) => void (await seedFirm(services, world)))
}

/** Creates several firms, each of which is reached under a host name of its own. */
export function prepareFirms(
  environment: Record<string, string>,
  firms: readonly { hostName: string; world: World }[],
): Promise<void> {
  return prepare(environment, async (services) => {
    for (const { hostName, world } of firms) await addFirm(services, world, [hostName])
  })
}

async function prepare(
  environment: Record<string, string>,
  fill: (services: Services) => Promise<void>,
): Promise<void> {
  const stops: (() => unknown)[] = []
  try {
    const { services } = await openServices(readConfig(environment), { log: pino({ level: 'silent' }), stops })
    await fill(services)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
