import type { Exchange } from './journal-format.ts'
import { type AnswerKind, isRedirect, readAnswer } from './read-answer.ts'

/**
 * What followed the page that the court sent for the link in an earlier run; undefined if there was none, or another
 * one since. Only then may the link be requested from the start, and only once more: that may use up a free look.
 */
export function sinceOnlyStart(exchanges: readonly Exchange[], start: string): readonly Exchange[] | undefined {
  const isServed = (exchange: Exchange) => wasCut(exchange) || readExchange(exchange) !== undefined
  const served = exchanges.filter(
    (exchange) => exchange.url === start && isServed(exchange) && !ledToOutage(exchange, exchanges),
  )
  const led = served.findIndex((exchange) => readExchange(exchange)?.kind === 'next')
  const only = led === served.length - 1 ? served[led] : undefined
  return only && exchanges.slice(exchanges.indexOf(only) + 1)
}

/** Whether the court answered that it is overloaded or down. */
export function isServerError({ answer }: Exchange): boolean {
  const reading = answer && readAnswer(answer)
  return reading?.kind === 'retry' && reading.because !== undefined
}

/** The result of an exchange; undefined if the court must be asked (again). */
export function readExchange({ state, answer }: Exchange): AnswerKind | undefined {
  if (!answer) return undefined
  const reading = readAnswer(answer)
  if (state === 'cut') return reading.kind === 'document' ? reading : undefined
  if (isCut(reading)) return undefined
  return reading.kind === 'retry' || reading.kind === 'unclear' ? undefined : reading
}

/** The result of an answer that broke off for the second time: it isn't requested a third time, not even after a crash. */
export function readTwiceCut(exchanges: readonly Exchange[]): AnswerKind | undefined {
  const last = exchanges.at(-1)
  const isTwice = exchanges.filter(wasCut).length > 1
  return isTwice && last?.answer && wasCut(last) ? readAnswer(last.answer) : undefined
}

/** A redirect to a page that says that the system is down says nothing about the link. */
export function ledToOutage({ answer }: Exchange, exchanges: readonly Exchange[]): boolean {
  const reading = answer && isRedirect(answer) ? readAnswer(answer) : undefined
  if (reading?.kind !== 'next') return false
  const after = exchanges.findLast(({ url }) => url === reading.url)?.answer
  const last = after && readAnswer(after)
  return last?.kind === 'retry' && last.because === 'down'
}

/** Whether an answer broke off. */
export function wasCut({ state, answer }: Exchange): boolean {
  return state === 'cut' || (answer !== undefined && isCut(readAnswer(answer)))
}

/** Whether what was read is of an answer that broke off, although it ended as if it were whole. */
export function isCut(reading: AnswerKind): boolean {
  return reading.kind === 'verdict' && reading.isCut === true
}
