import { writePlaceholder } from '@courtcrier/contract/placeholders.ts'

/**
 * Converts a template's body for the editor: placeholders become elements, tags of loops and conditions between
 * paragraphs become separate elements, and lines of plain text become paragraphs.
 */
export function toEditorHtml(body: string): string {
  let isWithinText = false
  return piecesOf(/<[a-z]/i.test(body) ? body : paragraphs(body))
    .map((piece) => {
      const [, close, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(piece) ?? []
      if (name === '') return textToEditor(piece, isWithinText)
      if (textElement.test(name)) isWithinText = close === ''
      return piece
    })
    .join('')
}

/** Converts the editor's content to a template body; an empty document is an empty body. */
export function fromEditorHtml(html: string): string {
  const body = html
    .replace(/<div data-tag="([^"]*)"[^<>]*>[^<]*<\/div>/g, (_, tag: string) => tag)
    .replace(/<span data-inline="([^"]*)"[^<>]*>[^<]*<\/span>/g, (_, tag: string) => tag)
    .replace(
      /<span data-placeholder="([\w.]+)"(?: data-filters="([^"]*)")?[^<>]*>[^<]*<\/span>/g,
      (_, name: string, filters: string | undefined) => writePlaceholder(filters ? `${name} ${filters}` : name),
    )
    // Braces contain the template's own language, in which a comparison isn't an HTML entity.
    .replace(/\{[{%](?:(?!\{[{%]).)*?[%}]\}/gs, (part) => decoded(part))
  return body === '<p></p>' ? '' : body
}

/** Converts a subject, which is plain text, for its editor. */
export function subjectToHtml(subject: string): string {
  return `<p>${chips(subject.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))}</p>`
}

export function subjectFromHtml(html: string): string {
  return decoded(
    fromEditorHtml(html)
      .replace(/^<p>|<\/p>$/g, '')
      .replaceAll('&nbsp;', ' '),
  )
}

/**
 * Returns whether two bodies are equal except for paragraphs: the same elements and the same template language, in the
 * same order. Content the editor can't represent is rejected.
 */
export function isSameShape(one: string, other: string): boolean {
  return shapeOf(one).join('\n') === shapeOf(other).join('\n')
}

function shapeOf(body: string): string[] {
  return piecesOf(body).flatMap((piece) => {
    const [, close, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(piece) ?? []
    if (name === '') return (piece.match(liquid) ?? []).map((part) => decoded(part).replace(/\s+/g, ' '))
    const known = name.toLowerCase()
    if (known === 'p' && !/\sstyle=/i.test(piece)) return []
    return [`${close}${alike[known] ?? known}${/\s(?:style|class|width|align)=/i.test(piece) ? ' with a look' : ''}`]
  })
}

const alike: Readonly<Record<string, string>> = { b: 'strong', i: 'em', strike: 's', del: 's' }
const textElement = /^(?:p|h[1-6]|pre)$/i
const liquid = /\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}/gs
/** Only tags of the template's language, one after another. */
const onlyTags = /^\s*(?:\{%[^%]*%\}\s*)+$/

/** Separates HTML tags from the text between them; the content of braces isn't HTML. */
function piecesOf(html: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  for (let at = 0; at < html.length; ) {
    const end = html[at] === '<' ? tagEnd(html, at) : undefined
    if (end === undefined) {
      at = bracesEnd(html, at) ?? at + 1
      continue
    }
    if (at > start) pieces.push(html.slice(start, at))
    pieces.push(html.slice(at, end))
    start = end
    at = end
  }
  if (start < html.length) pieces.push(html.slice(start))
  return pieces
}

/**
 * Returns the end of a tag. Parsed by hand: a regular expression would take exponential time for braces in an unclosed
 * tag.
 */
function tagEnd(html: string, start: number): number | undefined {
  if (!/^<\/?[a-z]/i.test(html.slice(start, start + 3))) return undefined
  for (let at = start + 1; at < html.length; ) {
    const character = html[at]
    if (character === '>') return at + 1
    if (character === '<') return undefined
    if (character === '"' || character === "'") {
      const quoteEnd = html.indexOf(character, at + 1)
      if (quoteEnd < 0) return undefined
      at = quoteEnd + 1
    } else at = bracesEnd(html, at) ?? at + 1
  }
  return undefined
}

const bracesHere = new RegExp(liquid.source, 'sy')

function bracesEnd(html: string, at: number): number | undefined {
  if (html[at] !== '{') return undefined
  bracesHere.lastIndex = at
  return bracesHere.test(html) ? bracesHere.lastIndex : undefined
}

function textToEditor(text: string, isWithinText: boolean): string {
  if (!isWithinText && onlyTags.test(text))
    return text.replace(/\{%[^%]*%\}/g, (tag) => `<div data-tag="${quoted(tag)}"></div>`)
  return chips(text)
}

/** Replaces placeholders, with or without filters, and tags within a text by elements. */
function chips(text: string): string {
  return text
    .replace(/\{%[^%]*%\}/g, (tag) => `<span data-inline="${quoted(tag)}"></span>`)
    .replace(/\{\{([^{}]*)\}\}/g, (written, content: string) => placeholderChip(content) ?? written)
}

/** Returns the element of a placeholder, by what is between its braces; undefined if that is no name. */
function placeholderChip(content: string): string | undefined {
  const inside = content.slice(content.startsWith('-') ? 1 : 0, content.endsWith('-') ? -1 : undefined).trim()
  const name = /^[A-Za-z_][\w.]*/.exec(inside)?.[0]
  const filters = inside.slice(name?.length ?? 0).trim()
  if (name === undefined || (filters !== '' && !filters.startsWith('|'))) return undefined
  const attribute = filters === '' ? '' : ` data-filters="${quoted(filters)}"`
  return `<span data-placeholder="${name}"${attribute}></span>`
}

function quoted(text: string): string {
  return escaped(text).replaceAll('"', '&quot;')
}

function paragraphs(text: string): string {
  if (text === '') return ''
  return text
    .split(/\r?\n/)
    .map((line) => (onlyTags.test(line) ? line : `<p>${escaped(line)}</p>`))
    .join('')
}

function escaped(text: string): string {
  return text.replace(/&(?!\w+;|#)/g, '&amp;').replace(/</g, '&lt;')
}

function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
