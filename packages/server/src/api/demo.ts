import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { type JsonSchema, jsonContent, objectSchema, textSchema } from './operation.ts'

/** One of the log-ins a demo offers to everybody. */
export interface DemoLogIn {
  role: string
  email: string
  password: string
}

const logInSchema = objectSchema({ role: textSchema, email: textSchema, password: textSchema })
const answerSchema: JsonSchema = objectSchema({
  log_ins: { type: 'array', items: logInSchema },
  mailbox_url: { type: ['string', 'null'] },
})

/** What the log-in page of a demo offers; everywhere else there is no such address. */
export function demoRoutes(api: FastifyInstance, deps: { config: Config; logIns: readonly DemoLogIn[] }): void {
  const operation = {
    tag: 'Demo',
    summary: 'The log-ins of a demo',
    answer: jsonContent(answerSchema),
    refusals: [404],
  }
  api.get('/demo', { config: { auth: 'none', operation } }, async () => {
    if (!deps.config.isDemo) throw new ApiError('not_found', { sentence: 'This is not a demo.' })
    return { log_ins: deps.logIns, mailbox_url: deps.config.demoMailboxUrl ?? null }
  })
}
