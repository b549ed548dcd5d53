import * as z from 'zod/mini'
import type { Problem } from '../connector.ts'
import { httpProblem } from '../ways/http-problem.ts'
import type { ApiAnswer } from '../ways/service-api.ts'
import { longestPath, shorten } from './names.ts'

const errorForm = z.object({
  error: z.object({
    code: z.string(),
    message: z.optional(z.string()),
    innerError: z.optional(z.object({ code: z.optional(z.string()) })),
  }),
})

/** The code of an error of Microsoft Graph; undefined if the answer has none. */
export function graphCode({ json }: Pick<ApiAnswer, 'json'>): string | undefined {
  return errorForm.safeParse(json).data?.error.code
}

/** What an error of Microsoft Graph means, with its own words where it has some. */
export function graphProblem(answer: ApiAnswer, what: string): Problem | undefined {
  const error = errorForm.safeParse(answer.json).data?.error
  if (!error) return answer.status === 403 ? { problem: 'transient', sentence: forbidden(what, '') } : undefined
  const { code, innerError } = error
  const words = error.message?.slice(0, 200) ?? ''
  if (answer.status === 403) return { problem: 'transient', sentence: forbidden(what, ` ${code}`) }
  const told = `SharePoint answered ${what} with ${code} (${answer.status})${words && `: ${words.replace(/\.$/, '')}`}.`
  // Someone works on the file or folder at this moment, such as `resourceModified`.
  if (answer.status === 409 && code !== 'nameAlreadyExists') return { problem: 'transient', sentence: told }
  // Of a path, only the inner code says it (`pathIsTooLong`).
  if (answer.status === 400 && /too ?long/i.test(`${code} ${innerError?.code} ${words}`))
    return { problem: 'rejected', sentence: `${told} The whole path may have ${longestPath} characters. ${shorten}` }
  return { ...httpProblem(answer, what), sentence: told }
}

function forbidden(what: string, code: string): string {
  return `The application may not do this (403${code}): ${what}. In Entra, it needs the application permission Sites.Selected for Microsoft Graph with admin consent, and for this site the role "write"; or Sites.ReadWrite.All, which opens every site.`
}
