import * as z from 'zod/mini'
import { idForm } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { asJson } from './hosts.ts'

/** NetDocuments describes the answer nowhere: what has another form has no key, and its bytes are compared. */
const infoForm = z.object({ customAttributes: z.array(z.object({ id: idForm, value: z.unknown() })) })

interface KeyQuestion {
  /** Where the document's profile is asked for. */
  url: string
  /** The number of the attribute that has the key. */
  attribute: number
}

/** Returns the key that a document has in its profile; undefined if someone else saved it. */
export async function askForKey(api: ServiceApi, { url, attribute }: KeyQuestion): Promise<string | undefined> {
  const what = "looking at a document's profile"
  // Someone may have deleted it since it was listed.
  const answer = await api.call({ method: 'GET', url, what, headers: asJson, meant: [404] })
  const { data } = infoForm.safeParse(answer.json)
  const value = data?.customAttributes.find(({ id }) => Number(id) === attribute)?.value
  // An attribute that takes several values has a list of them.
  const [text] = [value].flat()
  return typeof text === 'string' ? text.trim() : undefined
}
