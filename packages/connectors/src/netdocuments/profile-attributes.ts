import * as z from 'zod/mini'
import { leftOut, type PlannedProperty, sentAs, withoutValue } from '../planned-property.ts'
import { idForm, readAnswer } from '../ways/read-answer.ts'
import { remember } from '../ways/remember.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { isSameName } from './contents.ts'
import { asJson } from './hosts.ts'

/** A property, and the number of its attribute in a document's profile. */
interface PlannedAttribute extends PlannedProperty {
  id: number | undefined
}

/** The attributes that a cabinet's documents have. */
export interface Profiles {
  /** Returns the attribute of each property of a policy. */
  plan: (properties: Readonly<Record<string, string>>) => Promise<PlannedAttribute[]>
}

const attributesForm = z.array(z.object({ id: idForm, name: z.nullish(z.string()) }))

/** The attributes are asked for when a property is first called by a name; a number needs no question. */
export function openProfiles(api: ServiceApi, url: string): Profiles {
  const known = remember(async () => {
    const what = "asking for the cabinet's attributes"
    return readAnswer(attributesForm, await api.call({ method: 'GET', url, what, headers: asJson }), what)
  })
  const planOne = async (property: string, value: string): Promise<PlannedAttribute> => {
    if (value === '') return { ...withoutValue(property), id: undefined }
    const name = property.trim()
    const id = numberIn(name) ?? (await known()).find((each) => isSameName(each.name ?? '', name))?.id
    if (id === undefined)
      return { ...leftOut(property, value, 'The cabinet has no attribute of this name.'), id: undefined }
    return { ...sentAs(`attribute ${id}`, { property, value }), id: Number(id) }
  }
  return {
    plan: (properties) =>
      Promise.all(Object.entries(properties).map(([property, value]) => planOne(property, value.trim()))),
  }
}

/** `3`, `Attribute 3`. */
function numberIn(name: string): string | undefined {
  return /^(?:attr(?:ibute)?\s*)?(\d{1,4})$/i.exec(name)?.[1]
}
