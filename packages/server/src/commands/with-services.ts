import pino from 'pino'
import type { Config } from '../base/config.ts'
import { makeLog } from '../base/log.ts'
import type { Services } from '../base/services.ts'
import { openServices } from '../open-services.ts'

/** Opens the data for one command and closes it again. */
export async function withServices<T>(config: Config, run: (services: Services) => Promise<T>): Promise<T> {
  const stops: (() => unknown)[] = []
  try {
    const { services } = await openServices(config, { log: makeLog('warn', pino.destination(2)), stops })
    return await run(services)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
