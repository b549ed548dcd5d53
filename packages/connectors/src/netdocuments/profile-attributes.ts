import * as z from 'zod/mini'
import { idForm, readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { isSameName } from './contents.ts'

/** An attribute of a document's profile. */
export interface Attribute {
  id: number
  value: string
}

/** The attributes that a cabinet's documents have. */
export interface Profiles {
  /** Returns the attributes for a policy's properties, and the properties that are none. */
  of: (properties: Readonly<Record<string, string>>) => Promise<{ attributes: Attribute[]; unknown: string[] }>
}

const attributesForm = z.array(z.object({ id: idForm, name: z.optional(z.string()) }))

/** The attributes are asked for when a property is first called by a name; a number needs no question. */
export function openProfiles(api: ServiceApi, url: string): Profiles {
  let asked: ReturnType<typeof ask> | undefined
  const ask = async () => {
    const what = "asking for the cabinet's attributes"
    return readAnswer(attributesForm, await api.call({ method: 'GET', url, what }), what)
  }
  const known = async () => {
    asked ??= ask()
    try {
      return await asked
    } catch (error) {
      asked = undefined
      throw error
    }
  }
  return {
    async of(properties) {
      const attributes: Attribute[] = []
      const unknown: string[] = []
      for (const [property, value] of Object.entries(properties)) {
        if (value.trim() === '') continue
        const name = property.trim()
        const id = numberIn(name) ?? (await known()).find((each) => isSameName(each.name ?? '', name))?.id
        if (id === undefined) unknown.push(property)
        else attributes.push({ id: Number(id), value: value.trim() })
      }
      return { attributes, unknown }
    },
  }
}

/** `3`, `Attribute 3`. */
function numberIn(name: string): string | undefined {
  return /^(?:attr(?:ibute)?\s*)?(\d{1,4})$/i.exec(name)?.[1]
}
