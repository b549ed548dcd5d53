import type { Message } from './message/message.ts'
import { decodeMessage } from './message/mime.ts'

/** How a program writes an HTML link as text. */
export type LinkForm = (words: string, url: string) => string

export interface Form {
  link: LinkForm
  /** Between the cells of a row. */
  cell?: string
  quote?: string
  flowed?: boolean
  /** The longest line that a program leaves whole. */
  columns?: number
}

/** The message as a program writes it that shows only text. */
export async function asText(
  message: Message,
  html: string,
  { link, cell = ' ', quote = '', flowed, columns }: Form,
): Promise<Message> {
  const text = toText(html, link, cell)
    .split('\n')
    .flatMap((line) => (columns ? wrapHard(line, columns) : line))
    .map((line) => `${quote}${line}`.trimEnd())
  const body = flowed ? text.flatMap((line) => (quote ? line : wrapFlowed(line))).join('\n') : text.join('\n')
  const type = `text/plain; charset=utf-8${flowed ? '; format=flowed' : ''}`
  const head = `From: ${message.from?.address ?? 'x@y.example'}\nMessage-ID: ${message.messageId ?? '<1@y.example>'}\nSubject: =?utf-8?B?${Buffer.from(message.subject).toString('base64')}?=\nContent-Type: ${type}\n\n`
  const decoded = await decodeMessage(Buffer.from(head + body))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

function wrapFlowed(line: string): string[] {
  const lines = line.replace(/(.{40,70}?) (?=\S)/g, '$1 \n').split('\n')
  return lines.map((one) => one.replace(/^(?=[ >]|From )/, ' '))
}

/** Lines end at the last space that fits; a longer word, such as an address, is a line of its own. */
export function wrapHard(line: string, columns: number): string[] {
  const lines: string[] = []
  let rest = line
  while (rest.length > columns) {
    const fits = rest.lastIndexOf(' ', columns)
    const at = fits > 0 ? fits : rest.indexOf(' ', columns)
    if (at < 0) break
    lines.push(rest.slice(0, at))
    rest = rest.slice(at + 1)
  }
  return [...lines, rest]
}

const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sect: '\u00a7',
  rsquo: '\u2019',
  lsquo: '\u2018',
  ldquo: '\u201c',
  rdquo: '\u201d',
  ndash: '\u2013',
  mdash: '\u2014',
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,6});?/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replace(/&([a-z]{2,8});?/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replaceAll('\u00a0', ' ')
}

/** As mail programs do it: white space is one space, blocks are lines, paragraphs are separated by empty lines. */
export function toText(html: string, link: LinkForm, cell: string): string {
  const text = html
    .replace(/<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(
      /<a\b[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>(.*?)<\/a>/gi,
      (_, a, b, c, words: string) => {
        const url = decodeEntities(a ?? b ?? c ?? '').trim()
        const shown = words.replace(/<[^>]*>/g, '')
        return /^https?:/i.test(url) && shown.trim() !== ''
          ? `\ue001${encodeURIComponent(link(decodeEntities(shown).trim(), url))}\ue001`
          : shown
      },
    )
    .replace(/<\/t[dh]>\s*<t[dh]\b[^>]*>/gi, `\ue002`)
    .replace(/<(?:br|\/div|\/tr|\/li|\/h\d|div|tr|li|center|\/center|td|\/td|hr)\b[^>]*>/gi, '\n')
    .replace(/<\/?(?:p|table|blockquote|ul|h\d)\b[^>]*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
  const decoded = decodeEntities(text).replace(/\ue001([^\ue001]*)\ue001/g, (_, coded: string) =>
    decodeURIComponent(coded),
  )
  return decoded
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll('\ue002', cell)
}
