import { plainPlaceholder, writePlaceholder } from '@courtcrier/contract/placeholders.ts'

/**
 * A template's body as the editor takes it: placeholders are elements, the tags of loops and conditions that stand
 * between paragraphs are elements of their own, and lines of plain text are paragraphs.
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

/** What the editor holds as a template's body; an empty document is an empty body. */
export function fromEditorHtml(html: string): string {
  const body = html
    .replace(/<div data-tag="([^"]*)"[^<>]*>[^<]*<\/div>/g, (_, tag: string) => tag)
    .replace(/<span data-placeholder="([\w.]+)"[^<>]*>[^<]*<\/span>/g, (_, name: string) => writePlaceholder(name))
    // Between braces stands the template's own language, in which a comparison is no entity.
    .replace(/\{[{%](?:(?!\{[{%]).)*?[%}]\}/gs, (part) => decoded(part))
  return body === '<p></p>' ? '' : body
}

/**
 * Whether two bodies come to the same but for paragraphs: the same elements and the same template language, in the same
 * order. What the editor cannot hold is not what it was given.
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
/** One tag of the template's language after another, and nothing else. */
const onlyTags = /^\s*(?:\{%[^%]*%\}\s*)+$/

/** Tags of HTML apart from what stands between them; what braces hold is no HTML. */
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

/** Read by hand: a regular expression for it takes exponential time where braces stand in a tag that does not end. */
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
    return text.replace(/\{%[^%]*%\}/g, (tag) => `<div data-tag="${escaped(tag).replaceAll('"', '&quot;')}"></div>`)
  return text.replace(plainPlaceholder, (_, name: string) => `<span data-placeholder="${name}"></span>`)
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
