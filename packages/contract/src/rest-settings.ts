import type { FieldOptions } from './fields/field.ts'
import { map } from './fields/map.ts'
import { select } from './fields/select.ts'
import { text } from './fields/text.ts'

/** What stands for a value in the settings of a service that is described by hand: `{path}`, `{answer:id}`. */
const placeholder = /\{([A-Za-z]{1,20}(?::[^{}"]{1,80})?)\}/g

/** What a copy is, for addresses and forms. */
const ofCopy = ['path', 'folder', 'name', 'key', 'size', 'sha256'] as const
/** What proves who calls, for headers and forms: never in an address, which ends up in logs. */
const ofSignIn = ['username', 'password', 'token', 'apiKey', 'apiSecret', 'basic'] as const

/** The settings with placeholders, and which of them each knows; one that ends with a colon is followed by a name. */
export const restPlaceholders = {
  uploadPath: ofCopy,
  readPath: ['path', 'folder', 'name', 'key'],
  folderPath: ['path', 'folder', 'name'],
  folderBody: ['path', 'folder', 'name'],
  formFields: [...ofCopy, ...ofSignIn, 'property:'],
  headers: [...ofCopy, ...ofSignIn, 'property:'],
  linkTemplate: [...ofCopy, 'answer:'],
} as const satisfies Record<string, readonly string[]>
export type RestTemplate = keyof typeof restPlaceholders

/** Returns the placeholders in a text, without their braces. */
export function placeholdersIn(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, name = '']) => name)
}

/** Returns the first placeholder in a text that its setting doesn't know. */
export function findUnknownPlaceholder(setting: RestTemplate, template: string): string | undefined {
  const known: readonly string[] = restPlaceholders[setting]
  return placeholdersIn(template).find((name) => {
    const colon = name.indexOf(':')
    return !known.includes(colon < 0 ? name : name.slice(0, colon + 1))
  })
}

/** Replaces each placeholder by its value; a value that there isn't is empty. */
export function fillPlaceholders(template: string, valueFor: (name: string) => string): string {
  return template.replace(placeholder, (_, name: string) => valueFor(name))
}

/** How a service takes documents that Courtcrier doesn't know by itself: the settings that describe its calls. */
export function restSettings(first: number, options: FieldOptions = {}) {
  return {
    ...savingSettings(first, options),
    ...formSettings(first + 3, options),
    ...readingSettings(first + 6, options),
  }
}

function savingSettings(first: number, options: FieldOptions) {
  const address = { ...options, directs: 'to', max: 1000 } as const
  return {
    uploadMethod: select(first, ['PUT', 'POST'], {
      ...options,
      required: true,
      default: 'PUT',
      label: 'Method that saves a document',
      valueLabels: { PUT: 'PUT', POST: 'POST' },
    }),
    uploadPath: text(first + 1, {
      ...address,
      label: 'Address that saves a document',
      help: 'Below the base URL, such as /files/{path}. Placeholders: {path}, {folder}, {name}, {key} (the same for every attempt), {size} and {sha256}.',
    }),
    uploadBody: select(first + 2, ['BYTES', 'FORM'], {
      ...options,
      required: true,
      default: 'BYTES',
      label: 'What is sent',
      valueLabels: { BYTES: 'The document itself', FORM: 'A form with the document as a file' },
    }),
  }
}

function formSettings(first: number, options: FieldOptions) {
  const ofForm = { ...options, notWith: [{ uploadBody: ['BYTES'] }] }
  return {
    fileField: text(first, {
      ...ofForm,
      max: 100,
      label: 'Name of the file in the form',
      help: 'If empty, it is called file.',
    }),
    formFields: map(first + 1, {
      ...ofForm,
      directs: 'to',
      max: 1000,
      label: 'Other fields of the form',
      help: 'With the placeholders of addresses, those of headers, and {property:…} for a document property of the policy.',
    }),
    headers: map(first + 2, {
      ...options,
      directs: 'to',
      max: 1000,
      pattern: /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/,
      patternCode: 'not_header',
      help: 'Sent with every call, such as Authorization: Bearer {token}. Placeholders: {token}, {username}, {password}, {apiKey}, {apiSecret} and {basic} (the username and password in Base64).',
    }),
  }
}

function readingSettings(first: number, options: FieldOptions) {
  const address = { ...options, directs: 'to', max: 1000 } as const
  return {
    readPath: text(first, {
      ...address,
      label: 'Address that reads a document',
      help: "Below the base URL, such as /files/{path}: it answers 404 where there is none. Without it, Courtcrier couldn't tell what is there, and saves nothing.",
    }),
    folderMethod: select(first + 1, ['POST', 'PUT', 'MKCOL'], {
      ...options,
      required: true,
      default: 'POST',
      label: 'Method that creates a folder',
      valueLabels: { POST: 'POST', PUT: 'PUT', MKCOL: 'MKCOL' },
    }),
    folderPath: text(first + 2, {
      ...address,
      label: 'Address that creates a folder',
      help: 'Below the base URL; {path} is the folder, {folder} the one around it. If empty, the service creates folders by itself.',
    }),
    folderBody: text(first + 3, {
      ...options,
      max: 1000,
      label: 'JSON that creates a folder',
      help: 'Such as {"name": "{name}", "parent": "{folder}"}.',
    }),
    linkTemplate: text(first + 4, {
      ...options,
      // A copy's path is in it, and is sent to the server that it names by everyone who opens it.
      directs: 'to',
      max: 1000,
      label: 'Link for people',
      help: 'Where a person opens a document: {answer:…} is a value in the answer to saving it, such as {answer:data.url}.',
    }),
  }
}
