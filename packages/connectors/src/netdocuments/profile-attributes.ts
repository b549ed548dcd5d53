import * as z from 'zod/mini'
import type { PlaceSettings } from '../connector-kind.ts'
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
  /** Returns the number of the attribute for the keys of copies; undefined without one. */
  keyAttribute: () => Promise<number | undefined>
}

interface ProfileOptions {
  api: ServiceApi
  /** Where the attributes of the cabinet are asked for. */
  url: string
  settings: PlaceSettings
}

const attributesForm = z.array(z.object({ id: idForm, name: z.nullish(z.string()) }))

/** The attributes are asked for when a property is first called by a name; a number needs no question. */
export function openProfiles({ api, url, settings }: ProfileOptions): Profiles {
  const known = remember(async () => {
    const what = "asking for the cabinet's attributes"
    return readAnswer(attributesForm, await api.call({ method: 'GET', url, what, headers: asJson }), what)
  })
  const findId = async (name: string) => {
    const id = numberIn(name) ?? (await known()).find((each) => isSameName(each.name ?? '', name))?.id
    return id === undefined ? undefined : Number(id)
  }
  const keyName = settings.keyAttribute?.trim() ?? ''
  const keyAttribute = async () => (keyName === '' ? undefined : findId(keyName))
  const planOne = async (property: string, value: string): Promise<PlannedAttribute> => {
    if (value === '') return { ...withoutValue(property), id: undefined }
    const name = property.trim()
    const id = await findId(name)
    if (id === undefined)
      return { ...leftOut(property, value, 'The cabinet has no attribute of this name.'), id: undefined }
    if (id === (await keyAttribute()))
      return { ...leftOut(property, value, "This attribute is for the copies' keys."), id: undefined }
    return { ...sentAs(`attribute ${id}`, { property, value }), id }
  }
  return {
    keyAttribute,
    async plan(properties) {
      const isMissing = keyName !== '' && (await keyAttribute()) === undefined
      const planned = Object.entries(properties).map(([property, value]) => planOne(property, value.trim()))
      return [...(isMissing ? [noKeyAttribute(keyName)] : []), ...(await Promise.all(planned))]
    },
  }
}

/** Documents are saved all the same. */
function noKeyAttribute(name: string): PlannedAttribute {
  const why = `The cabinet has no attribute "${name}", so documents get no key.`
  return { property: null, name: null, value: '', why, setting: 'keyAttribute', id: undefined }
}

/** `3`, `Attribute 3`. */
function numberIn(name: string): string | undefined {
  return /^(?:attr(?:ibute)?\s*)?(\d{1,4})$/i.exec(name)?.[1]
}
