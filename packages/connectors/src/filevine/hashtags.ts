import * as z from 'zod/mini'
import type { FileToStore } from '../connector.ts'
import { homelessOf, leftOut, type PlannedProperty, sentAs, sentOf, withoutValue } from '../planned-property.ts'
import { isPassing, StoreProblemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { FilevineFile } from './documents.ts'
import type { FilevineApi } from './filevine-api.ts'

/** The only field of a document that Filevine lets a program fill in. */
const field = 'Hashtags'

const taggedForm = z.object({ hashtags: z.nullish(z.array(z.string())) })

/** Returns the hashtags of a policy's properties. */
export function planHashtags(properties: FileToStore['properties']): PlannedProperty[] {
  return Object.entries(properties).map(([property, text]) => {
    const value = tagsIn(text).join(', ')
    if (text.trim() === '' || (isField(property) && value === '')) return withoutValue(property)
    if (!isField(property)) return leftOut(property, text.trim(), `Filevine has one field for this: "${field}".`)
    return sentAs(field, { property, value })
  })
}

/** `#motion, urgent` are two; a hashtag has no blanks. */
function tagsIn(text: string): string[] {
  const tags = text.split(/[\s,;]+/).map((tag) => tag.replace(/^#+/, ''))
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

function isField(property: string): boolean {
  return /^#?(?:hash)?tags?$/i.test(property.trim())
}

interface Tagging {
  api: FilevineApi
  document: FilevineFile
  wasThere: boolean
}

/** Gives a document its hashtags. Returns a sentence on what isn't saved: the document is, so only what passes is thrown. */
export async function tag({ properties }: FileToStore, tagging: Tagging): Promise<string | undefined> {
  const planned = planHashtags(properties)
  const others = homelessOf(planned)
  const tags = sentOf(planned).flatMap(({ value }) => tagsIn(value))
  const sentences = [
    others.length > 0 && `Filevine has no field for these document properties: ${others.join(', ')}.`,
    tags.length > 0 && (await save(tags, tagging)),
  ]
  return sentences.filter(Boolean).join(' ').slice(0, 500) || undefined
}

async function save(Hashtags: readonly string[], { api, document: { id }, wasThere }: Tagging) {
  const url = api.at(`/Documents/${id}`)
  try {
    // Those that people have given it since would be replaced.
    if (wasThere && (await hasTags(api, url))) return undefined
    await api.call({ method: 'PATCH', url, what: 'giving a document its hashtags', body: { json: { Hashtags } } })
    return undefined
  } catch (error) {
    if (!(error instanceof StoreProblemError) || isPassing(error)) throw error
    return `The document is saved, but its hashtags aren't: ${error.problem.sentence}`
  }
}

async function hasTags(api: FilevineApi, url: string): Promise<boolean> {
  const what = 'looking at the hashtags of a document'
  const { hashtags } = readAnswer(taggedForm, await api.call({ method: 'GET', url, what }), what)
  return (hashtags ?? []).length > 0
}
