import * as z from 'zod/mini'
import { homelessOf, leftOut, type PlannedProperty, sentAs, withoutValue } from '../planned-property.ts'
import { StoreProblemError } from '../problems.ts'
import { idForm } from '../ways/read-answer.ts'
import { remember } from '../ways/remember.ts'
import { type ClioApi, listAll } from './clio-api.ts'

const categoryForm = z.object({ id: idForm, name: z.nullish(z.string()) })
type Category = z.output<typeof categoryForm>

/** The only field that Clio has for a policy to fill in. */
const field = 'Document category'

interface PlannedCategory extends PlannedProperty {
  categoryId: string | undefined
}

/** The categories that an account has for its documents. */
export interface Categories {
  plan: (properties: Readonly<Record<string, string>>) => Promise<PlannedCategory[]>
}

/** Asks for the categories once one is named. They aren't created: a mistyped template would fill the list. */
export function openCategories(api: ClioApi): Categories {
  const known = remember(() => readCategories(api))
  const planOne = async (property: string, value: string): Promise<PlannedCategory> => {
    if (value === '') return { ...withoutValue(property), categoryId: undefined }
    if (!isField(property)) return left(property, value, `Clio has one field for this: "${field}".`)
    const categories = await known()
    if (!categories) return left(property, value, "The account may not see Clio's document categories.")
    const found = categories.find(({ name }) => name?.trim().toLowerCase() === value.toLowerCase())
    if (!found) return left(property, value, `Clio has no document category "${value}".`)
    return { ...sentAs(field, { property, value }), categoryId: found.id }
  }
  return {
    plan: (properties) =>
      Promise.all(Object.entries(properties).map(([property, value]) => planOne(property, value.trim()))),
  }
}

function left(property: string, value: string, why: string): PlannedCategory {
  return { ...leftOut(property, value, why), categoryId: undefined }
}

/** `Document category`, `document_category`, `Category`. */
function isField(property: string): boolean {
  return /^(?:document[\s_-]*)?category$/i.test(property.trim())
}

/** Undefined if the account may not see them: a document is saved without. */
async function readCategories(api: ClioApi): Promise<readonly Category[] | undefined> {
  try {
    return await listAll(api, {
      path: '/document_categories.json',
      query: { fields: 'id,name' },
      item: categoryForm,
      what: 'looking at the document categories',
    })
  } catch (error) {
    if (error instanceof StoreProblemError && error.status === 403) return undefined
    throw error
  }
}

/** A sentence on the properties that Clio doesn't get. */
export function remarkOn(planned: readonly PlannedCategory[]): string | undefined {
  const others = homelessOf(planned.filter(({ property }) => property !== null && !isField(property)))
  const sentences = [
    others.length > 0 && `Clio has no field for these document properties: ${others.join(', ')}.`,
    ...planned.map(({ property, value, why }) => property !== null && isField(property) && value !== '' && why),
  ]
  return sentences.filter(Boolean).join(' ').slice(0, 500) || undefined
}
