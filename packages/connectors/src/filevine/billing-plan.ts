import * as z from 'zod/mini'
import type { PlaceSettings } from '../connector-kind.ts'
import { type PlannedProperty, sentAs } from '../planned-property.ts'
import { isPassing, StoreProblemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { remember } from '../ways/remember.ts'
import type { FilevineApi } from './filevine-api.ts'
import { findTimekeeper } from './timekeeper.ts'

const codeForm = z.object({ id: z.nullish(z.string()), code: z.nullish(z.string()) })
const setsForm = z.array(z.object({ codes: z.nullish(z.array(codeForm)) }))

const timeCodes = [
  ['Time code', 'billingItemTimeCode'],
  ['Time code 2', 'billingItemTimeCode2'],
] as const

/** What billing items have of a credential's settings, with what Filevine's lists don't have. */
export function openBillingPlan(api: FilevineApi, settings: PlaceSettings): () => Promise<PlannedProperty[]> {
  const codes = remember(() => readCodes(api))
  const planCode = async (name: string, setting: string, value: string) => {
    const known = await codes()
    const isKnown = !known || known.has(value.trim().toLowerCase())
    return sentAs(name, { value, setting, why: isKnown ? null : `Filevine has no time code "${value}".` })
  }
  const planUser = async (value: string) =>
    sentAs('Billing user', { value, setting: 'billingItemUser', why: await objectionToUser(api, value) })
  return async () => {
    if (!settings.createBillingItems) return []
    const { billingItemUser: user } = settings
    const planned = timeCodes.flatMap(([name, setting]) => {
      const value = settings[setting]
      return value ? [planCode(name, setting, value)] : []
    })
    return Promise.all([...planned, ...(user ? [planUser(user)] : [])])
  }
}

/** Statuses of accounts, and of the older API, without this list: what can't be looked up isn't objected to. */
const unlisted = [400, 403, 404, 405]

/** Every code by which Filevine may know one, in lower case; undefined if the account may not see them. */
async function readCodes(api: FilevineApi): Promise<ReadonlySet<string> | undefined> {
  const what = 'looking at the billing codes'
  const answer = await api.call({ method: 'GET', url: api.at('/Billing/AvailableBillingCodes'), what, meant: unlisted })
  if (unlisted.includes(answer.status)) return undefined
  const sets = readAnswer(setsForm, answer, what)
  const codes = sets.flatMap(({ codes }) => codes ?? []).flatMap(({ id, code }) => [id ?? [], code ?? []].flat())
  return new Set(codes.map((each) => each.trim().toLowerCase()))
}

/** A user who isn't found is named; a service that doesn't answer says nothing about the user. */
async function objectionToUser(api: FilevineApi, user: string): Promise<string | null> {
  try {
    await findTimekeeper(api, user)
    return null
  } catch (error) {
    if (!(error instanceof StoreProblemError) || isPassing(error)) throw error
    return error.problem.problem === 'rejected' ? error.problem.sentence : null
  }
}
