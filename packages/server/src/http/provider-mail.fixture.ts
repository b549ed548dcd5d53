import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { CustomFetch } from 'openid-client'
import { expect } from 'vitest'
import type { RefusalLimits } from '../mail/providers/refusal-guard.ts'
import type { OpenAnswer } from '../mail/providers/s3-object.ts'
import {
  certificateUrl,
  type MadeCall,
  postmarkPassword,
  signingKey,
  snsSigning,
  topicArn,
} from '../mail/providers/testing/provider-calls.ts'
import { eventually } from '../mail/testing/eventually.ts'
import { itemsOf } from '../mail/testing/items.ts'
import { type ApiAnswer, openTestApi, type TestApi } from '../testing/api.ts'
import { mailboxTestRoutes } from './mailbox-test.ts'
import { providerMailRoutes } from './provider-mail.ts'
import { resourceRoutes } from './resources.ts'

export interface ProviderBench {
  api: TestApi
  /** Adds a mailbox and returns where its provider calls. */
  add: (values: AnyRow, firm?: 1 | 2) => Promise<Added>
  call: (added: Pick<Added, 'path'>, made: MadeCall, firm?: 1 | 2) => Promise<ApiAnswer>
  /** How many items the firm has with this subject. */
  count: (subject: string, firm?: 1 | 2) => Promise<number>
  /** Waits until the mailbox has these values. */
  expectMailbox: (added: Added, values: AnyRow) => Promise<void>
  /** What was requested of Amazon, and what it answers by address; a status, a text, or an error. */
  amazon: { requested: string[]; answers: Map<string, string | number> }
}

export interface Added {
  id: string
  path: string
}

const byService: Readonly<Record<string, AnyRow>> = {
  SES: { topic_arn: topicArn },
  MAILGUN: { call_secret: signingKey },
  POSTMARK: { call_secret: postmarkPassword },
}

let added = 0

const unreachable: OpenAnswer = () => Promise.reject(new Error('unreachable'))

/** Opens the API with the calls of providers, and an Amazon that answers as set. */
export async function openProviderBench(limits?: RefusalLimits, open = unreachable): Promise<ProviderBench> {
  const amazon: ProviderBench['amazon'] = { requested: [], answers: new Map([[certificateUrl, snsSigning]]) }
  const fetch: CustomFetch = async (url) => {
    amazon.requested.push(url)
    const answer = amazon.answers.get(url) ?? 403
    if (answer === 0) throw new Error('unreachable')
    return typeof answer === 'number' ? new Response('', { status: answer }) : new Response(answer)
  }
  const api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      mailboxTestRoutes(scope, services)
      providerMailRoutes(scope, services, { fetch, open, ...(limits && { limits }) })
    },
  })
  const admin = (firm: 1 | 2) => ({ as: 'Administrator' as const, firm })
  return {
    api,
    amazon,
    add: async (values, firm = 1) => {
      const body = {
        name: `Calls ${++added}`,
        address: 'notices@one.example',
        ...byService[String(values.service)],
        ...values,
      }
      const made = await api.call({ ...admin(firm), method: 'POST', url: '/api/v1/mailbox', body })
      expect(made.status, made.text).toBe(201)
      const id = String(made.json().id)
      const found = await api.call({ ...admin(firm), url: `/api/v1/mailbox/${id}/call-address` })
      expect(found.status, found.text).toBe(200)
      return { id, path: new URL(String(found.json().url)).pathname }
    },
    call: (to, { headers, body }, firm = 1) => api.call({ firm, method: 'POST', url: to.path, headers, body }),
    count: async (subject, firm = 1) =>
      (await itemsOf(api.services, firm)).filter((item) => item.subject === subject).length,
    expectMailbox: async ({ id }, values) => {
      await eventually(async () =>
        (await api.call({ ...admin(1), url: `/api/v1/mailbox/${id}` })).json(),
      ).toMatchObject(values)
    },
  }
}
