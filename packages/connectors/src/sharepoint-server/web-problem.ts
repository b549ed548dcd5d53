import * as z from 'zod/mini'
import type { Problem } from '../connector.ts'
import { problemError } from '../problems.ts'
import { longestPath, shorten } from '../sharepoint/names.ts'
import { httpProblem } from '../ways/http-problem.ts'
import type { ApiAnswer } from '../ways/service-api.ts'

const errorForm = z.object({ code: z.string(), message: z.object({ value: z.string() }) })
/** Its name depends on the version of the server. */
const answerForm = z.union([z.object({ 'odata.error': errorForm }), z.object({ error: errorForm })])

/** Codes of the server, which it sends with different statuses (SPException, HRESULT). */
export const webCodes = {
  nameTaken: -2130575257,
  noSuchItem: -2130575338,
  noSuchFile: -2147024894,
  digestInvalid: -2130575252,
  locked: -2147018894,
  pathTooLong: -2147024690,
} as const

function errorIn({ json }: Pick<ApiAnswer, 'json'>): z.output<typeof errorForm> | undefined {
  const { data } = answerForm.safeParse(json)
  return data && ('odata.error' in data ? data['odata.error'] : data.error)
}

/** The number at the beginning of an error's code; undefined if the answer has none. */
export function webCode(answer: Pick<ApiAnswer, 'json'>): number | undefined {
  const code = Number.parseInt(errorIn(answer)?.code ?? '', 10)
  return Number.isNaN(code) ? undefined : code
}

/** The server's own words about an error; empty if the answer has none. */
export function webWords(answer: Pick<ApiAnswer, 'json'>): string {
  return errorIn(answer)?.message.value ?? ''
}

/** What an error of a SharePoint server means, with its own words. */
export function webProblem(answer: ApiAnswer, what: string): Problem | undefined {
  if (answer.status === 401)
    return {
      problem: 'auth',
      sentence: `The server rejected the sign-in (401) at ${what}. It has to offer Basic authentication for the site's web application, over https.`,
    }
  const error = errorIn(answer)
  if (!error) return undefined
  const told = `SharePoint answered ${what} with ${error.code.split(',')[0]} (${answer.status}): ${error.message.value.slice(0, 200).replace(/\.$/, '')}.`
  if (webCode(answer) === webCodes.locked) return { problem: 'transient', sentence: told }
  if (webCode(answer) === webCodes.pathTooLong) return { problem: 'rejected', sentence: `${told} ${limits} ${shorten}` }
  return { ...httpProblem(answer, what), sentence: told }
}

const limits = `SharePoint Server takes paths of up to ${longestPath} characters; versions before 2019 take 260, with 128 in each name.`

/** What to throw for an answer that means neither success nor anything else that is expected. */
export function webFailure(answer: ApiAnswer, what: string): Error {
  const { problem, sentence } = webProblem(answer, what) ?? httpProblem(answer, what)
  return problemError(problem, sentence)
}
