import type { Call } from '@courtcrier/contract/calls/call.ts'
import { isBytes } from '@courtcrier/contract/calls/call.ts'
import { unknownNames } from '@courtcrier/contract/calls/unknown-names.ts'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'

/** Checks an answer before it is sent. */
export type AnswerCheck = (call: Call, answer: unknown, log: Pick<FastifyBaseLogger, 'error'>) => void

/**
 * Throws when an answer doesn't match the definition of its call: a value of another type, or an unknown name. The
 * message has names and no values, which may be secret.
 */
export function demandAsDefined(call: Call, answer: unknown): void {
  if (call.answer === undefined || isBytes(call.answer)) return
  const { error } = z.safeParse(call.answer, answer)
  const wrong = [
    ...(error?.issues.map(({ path, message, code }) => `${path.join('.')}: ${message} (${code})`) ?? []),
    ...unknownNames(call.answer, answer).map((path) => `${path.join('.')} is not in the definition`),
  ]
  if (wrong.length === 0) return
  const named = wrong.length > mostNamed ? [...wrong.slice(0, mostNamed), `${wrong.length - mostNamed} more`] : wrong
  throw new Error(`The answer of ${call.method} ${call.path} is not as defined: ${named.join('; ')}`)
}

/** A list of a thousand wrong records would only repeat itself. */
const mostNamed = 10

/** The log's line about a wrong answer, by which tests find it in the output of a server. */
export const wrongAnswerSent = 'an answer that does not match its definition was sent all the same'

/**
 * Returns the check of a running server: the first wrong answer of each call is logged with its cause, and is sent all
 * the same, as a reader can use most of it. After each check, none is made for `restPerCheck` times as long.
 */
export function logWrongAnswers(now: () => number = () => performance.now()): AnswerCheck {
  const logged = new WeakSet<Call>()
  let restsUntil = Number.NEGATIVE_INFINITY
  return (call, answer, log) => {
    const began = now()
    if (began < restsUntil || logged.has(call)) return
    const cause = findCause(call, answer)
    const ended = now()
    restsUntil = ended + restPerCheck * (ended - began)
    if (cause === undefined) return
    logged.add(call)
    log.error({ err: cause }, wrongAnswerSent)
  }
}

/**
 * Checks then take at most a hundredth of the processor's time, whatever is asked for; on a server that isn't busy,
 * nearly every answer is checked.
 */
const restPerCheck = 99

function findCause(call: Call, answer: unknown): unknown {
  try {
    demandAsDefined(call, answer)
    return undefined
  } catch (error) {
    return error
  }
}
