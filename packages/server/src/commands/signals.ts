import type { Logger } from 'pino'
import { isDatabaseAway } from '../base/db/away.ts'

/** Ends in an orderly way on SIGINT and SIGTERM; a second signal ends at once. */
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

/** A database that is away ends nothing, wherever it is met first. Whatever else nobody caught ends the process. */
export function surviveOutages(log: Logger): void {
  const onError = (error: unknown) => {
    if (isDatabaseAway(error)) return log.error({ err: error }, 'an interruption met nobody who waited for it')
    log.fatal({ err: error }, 'nobody caught an error, and the process ends')
    process.exit(1)
  }
  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onError)
}
