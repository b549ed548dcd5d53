import { demandAsDefined, wrongAnswerSent } from '../packages/server/src/http/server/check-answers.ts'
import { checkAnswersBy } from '../packages/server/src/http/server/serve-call.ts'

/**
 * Checks every answer of the servers of this process. Returns the end of that, which throws if one didn't match the
 * definition of its call: a running server only logs it and sends it all the same, so a browser test may pass.
 */
export function watchAnswers(): () => void {
  const wrong = new Set<string>()
  const former = checkAnswersBy((call, answer, log) => {
    try {
      demandAsDefined(call, answer)
    } catch (error) {
      wrong.add((error as Error).message)
    }
    former(call, answer, log)
  })
  return () => {
    checkAnswersBy(former)
    if (wrong.size > 0) throw new Error([...wrong].join('\n'))
  }
}

/** Throws if a server in a separate process logged such an answer. */
export function demandNoWrongAnswer(output: string): void {
  const lines = output.split('\n').filter((line) => line.includes(wrongAnswerSent))
  if (lines.length > 0) throw new Error(`The server sent answers that are not as defined:\n${lines.join('\n')}`)
}
