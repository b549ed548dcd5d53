import type { Logger } from 'pino'
import { isDatabaseAway } from '../base/db/away.ts'

/** Shuts down cleanly on SIGINT and SIGTERM; a second signal exits at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** A database outage doesn't end the process, whatever code runs into it. Any other uncaught error does. */
export function surviveOutages(log: Logger): void {
  const onError = (error: unknown) => {
    if (isDatabaseAway(error))
      return log.error({ err: error }, 'work in the background was interrupted by a database outage')
    log.fatal({ err: error }, 'an error was not caught, and the process ends')
    process.exit(1)
  }
  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onError)
}
