import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { i18next, type Texts } from '../packages/console/src/i18n/i18n.ts'
import { choiceLabel, itemLabel } from '../packages/console/src/i18n/labels.ts'
import { defaultLocale } from '../packages/console/src/ui/locale.ts'
import { placeholderGroups } from '../packages/contract/src/clock-placeholders.ts'
import { errorCatalogue } from '../packages/contract/src/errors.ts'
import { validationMessages } from '../packages/contract/src/messages.ts'
import { labelFromKey } from '../packages/contract/src/names.ts'
import { baseFields, labelOf, stepLabel } from '../packages/contract/src/resource.ts'
import { resources } from '../packages/contract/src/resources/registry.ts'
import { templateKinds } from '../packages/contract/src/template-kinds.ts'
import { serverPatterns } from './sentence-patterns.ts'
import { root } from './walls.ts'

/**
 * Checks that every language has every text of the console and nothing else, so that `npm run check` fails when a text
 * is added, changed or removed in English only.
 */

const folder = path.join(root, 'packages/console/src/i18n')

type Flat = Readonly<Record<string, string>>

/** What a language must have: texts by key, and translations of English texts by that text. */
export interface Catalogue {
  texts: Flat
  labels: Flat
  sentences: Flat
  /** Sentences that the server composes, with holes for values. */
  patterns: Flat
  /** Keys that two files of a language have. */
  repeated?: readonly string[]
}

/** Errors that reach people; the others only programs cause. */
const { not_acceptable: _, wrong_media_type: __, ...forPeople } = errorCatalogue

/** Returns everything that is shown in English. */
export async function readEnglish(): Promise<Catalogue> {
  await import('../packages/console/src/i18n/main-texts.ts')
  const files = globSync('packages/console/src/**/{text,*-text}.ts', { cwd: root })
  for (const file of files) await import(path.join(root, file))
  const shown = i18next.getResourceBundle(defaultLocale, 'translation') as Texts
  const problems = Object.entries(validationMessages).map(([code, text]) => [
    `validation.${code}`,
    text.replace('{0}', '{{0}}'),
  ])
  return {
    texts: { ...flat(shown), ...Object.fromEntries(problems) },
    labels: sameText(definitionTexts()),
    sentences: sameText(Object.values(forPeople).map(({ sentence }) => sentence)),
    patterns: sameText(serverPatterns()),
  }
}

/** Returns the languages other than English, by the names of their folders. */
export function otherLanguages(): string[] {
  return readdirSync(folder).filter((name) => /^[a-z]{2}-[A-Z]{2}$/.test(name) && name !== defaultLocale)
}

/** Returns what a language has, from all files of its folder. */
export function readLanguage(locale: string): Catalogue {
  const found: Record<'texts' | 'labels' | 'sentences' | 'patterns', Record<string, string>> = {
    texts: {},
    labels: {},
    sentences: {},
    patterns: {},
  }
  const repeated: string[] = []
  for (const name of readdirSync(path.join(folder, locale)).filter((each) => each.endsWith('.json'))) {
    const content = JSON.parse(readFileSync(path.join(folder, locale, name), 'utf8')) as Texts
    const kind = kindOf(name)
    for (const [key, text] of Object.entries(kind === 'texts' ? flat(content) : (content as Flat))) {
      if (Object.hasOwn(found[kind], key)) repeated.push(`${key}, again in ${name}`)
      found[kind][key] = text
    }
  }
  return { ...found, repeated }
}

/** Returns a line for each text the language lacks, has in excess, or has with other placeholders. */
export function differences(english: Catalogue, other: Catalogue): string[] {
  const original = (key: string) => english.texts[key] ?? english.texts[key.replace(/_many$/, '_other')]
  const needed = Object.keys(english.texts).flatMap((key) =>
    // Spanish has a form for millions, which English lacks.
    key.endsWith('_other') ? [key, key.replace(/_other$/, '_many')] : [key],
  )
  return [
    ...(other.repeated ?? []).map((key) => `repeats ${key}`),
    ...needed.filter((key) => !other.texts[key]).map((key) => `lacks ${key}: ${original(key)}`),
    ...Object.entries(other.texts).flatMap(([key, text]) => {
      const from = original(key)
      if (from === undefined) return isOverride(key) ? [] : [`has ${key}, which no longer exists in English`]
      return placeholdersOf(from) === placeholdersOf(text) ? [] : [`has other placeholders in ${key}: ${from}`]
    }),
    ...byText('label', english.labels, other.labels),
    ...byText('sentence', english.sentences, other.sentences, isInSource),
    ...byText('server sentence', english.patterns, other.patterns),
    ...Object.entries(other.patterns)
      .filter(([pattern, text]) => holesOf(pattern) !== holesOf(text))
      .map(([pattern]) => `has other values in the server sentence "${pattern}"`),
  ]
}

/** Other sentences that the server or the console has in its source, and that the console shows translated. */
function isInSource(sentence: string): boolean {
  const files = globSync('packages/{connectors,console,contract,lib,server}/src/**/*.{ts,tsx}', { cwd: root })
  return files.some((file) => readFileSync(path.join(root, file), 'utf8').includes(sentence))
}

function kindOf(file: string): 'texts' | 'labels' | 'sentences' | 'patterns' {
  if (file.startsWith('labels')) return 'labels'
  if (file.startsWith('server-')) return 'patterns'
  return file === 'sentences.json' ? 'sentences' : 'texts'
}

function holesOf(text: string): string {
  return [...text.matchAll(/\{\d\}/g)]
    .map(([hole]) => hole)
    .toSorted()
    .join()
}

function byText(kind: string, english: Flat, other: Flat, isElsewhere = (_text: string) => false): string[] {
  return [
    ...Object.keys(english)
      .filter((text) => !other[text])
      .map((text) => `lacks the ${kind} "${text}"`),
    ...Object.keys(other)
      .filter((text) => !Object.hasOwn(english, text) && !isElsewhere(text))
      .map((text) => `has the ${kind} "${text}", which no longer exists in English`),
  ]
}

/** Returns whether the key names a page, a record or a field where a translation differs from the label's usual one. */
function isOverride(key: string): boolean {
  const [group, name = '', part = ''] = key.split('.')
  const resource = resources.find((each) => each.name === name)
  if (!resource) return false
  if (group === 'field') return Object.hasOwn(resource.fields, part)
  return group === 'navWord' || (group === 'resource' && /^(one|many)$/.test(part))
}

/** Returns every label and help text in the definitions of records. */
function definitionTexts(): string[] {
  const texts = resources.flatMap((resource) => [
    ...resource.label,
    ...resource.steps.map(stepLabel),
    ...baseFields.map((key) => labelOf(resource, key)),
    ...Object.entries(resource.fields).flatMap(([key, field]) => [
      labelOf(resource, key),
      field.help ?? '',
      ...Object.values(field.helpWith ?? {}),
      field.only?.label ?? '',
      ...(field.values ?? []).map((value) => (field.kind === 'textList' ? itemLabel : choiceLabel)(field, value)),
    ]),
  ])
  const groups = templateKinds.flatMap((kind) => placeholderGroups(kind).map(({ name }) => labelFromKey(name)))
  // Names of events, categories and levels in lists are code: they are shown as they are sent.
  return [...texts, ...groups].filter((text) => text !== '' && !/^[a-z]+[._][a-z]+$|^[A-Z]+_[A-Z]+$/.test(text))
}

function sameText(texts: readonly string[]): Flat {
  return Object.fromEntries(texts.map((text) => [text, text]))
}

function flat(nested: Texts, prefix = ''): Record<string, string> {
  const entries = Object.entries(nested).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : Object.entries(flat(value, `${prefix}${key}.`)),
  )
  return Object.fromEntries(entries)
}

/** A record's name may start the sentence in one language only: `{{One.case}}` and `{{one.case}}` are the same. */
function placeholdersOf(text: string): string {
  return [...text.matchAll(/\{\{\s*([\w.]+)/g)]
    .map(([, name = '']) => name.replace(/^(One|Many)\./, (word) => word.toLowerCase()))
    .toSorted()
    .join()
}

if (import.meta.main) {
  const english = await readEnglish()
  const lines = otherLanguages().flatMap((locale) =>
    differences(english, readLanguage(locale)).map((line) => `${locale} ${line}`),
  )
  for (const line of lines) console.error(line)
  if (lines.length > 0) process.exitCode = 1
}
