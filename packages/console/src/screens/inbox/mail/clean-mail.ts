import { hiddenTags } from '@courtcrier/contract/hidden-tags.ts'
import type { Span } from '@courtcrier/contract/notice.ts'
import DOMPurify, { type Config } from 'dompurify'
import { type DecodeReference, markSpans } from './mark-spans.ts'

export interface CleanMail {
  /** Sanitized HTML for the body of a separate page. */
  html: string
  /** Number of remote pictures removed. */
  leftOut: number
  hasLinks: boolean
}

/**
 * Sanitizes an email's HTML and marks the spans (`data-evidence` has their indexes in the list). Keeps structure and
 * words only. Scripts, forms, frames, remote pictures, and all styling are removed: an email must not fetch anything,
 * hide its words, or look like the console. Links become text that shows their target, because opening a court's link
 * would use it up.
 */
export function cleanMail(source: string, spans: readonly Span[]): CleanMail {
  const key = secretKey()
  const open = (places: readonly number[]) => `<mark data-evidence="${key} ${places.join(' ')}">`
  const marked = markSpans(source, { spans, open, decode: decodeReference })
  const body = DOMPurify.sanitize(marked, { ...keptParts, RETURN_DOM_FRAGMENT: true })
  keepOwnMarks(body, { key, spans })
  const leftOut = dropPictures(body)
  const hasLinks = spellOutLinks(body)
  const holder = document.createElement('div')
  holder.append(body)
  return { html: holder.innerHTML, leftOut, hasLinks }
}

/** Decodes a character reference the way the browser does. */
export const decodeReference: DecodeReference = (reference) => {
  const known = decoded.get(reference)
  if (known !== undefined) return known
  const template = document.createElement('template')
  template.innerHTML = reference
  const text = template.content.textContent ?? reference
  // Limited, so that an email full of different references doesn't fill the memory.
  if (decoded.size < 5000) decoded.set(reference, text)
  return text
}

const decoded = new Map<string, string>()

const plainAttributes = ['align', 'colspan', 'data-evidence', 'dir', 'rowspan', 'start', 'valign']

const keptParts: Config = {
  ALLOWED_TAGS: (
    'a abbr address article b bdi big blockquote br caption center cite code col colgroup dd del dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nobr ol p pre q s samp section ' +
    'small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'
  ).split(' '),
  ALLOWED_ATTR: [...plainAttributes, 'alt', 'href', 'src'],
  // Otherwise their values would have to be addresses, too.
  ADD_URI_SAFE_ATTR: plainAttributes,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  KEEP_CONTENT: true,
  // By default it would leave out words that are read from the email.
  FORBID_CONTENTS: [...hiddenTags],
}

/** Removes marks in the email itself, which must not pass for evidence. */
function keepOwnMarks(body: DocumentFragment, { key, spans }: { key: string; spans: readonly Span[] }): void {
  const seen = new Set<string>()
  for (const element of body.querySelectorAll('mark, [data-evidence]')) {
    const [owner, ...places] = (element.getAttribute('data-evidence') ?? '').split(' ')
    element.removeAttribute('data-evidence')
    if (owner !== key || element.localName !== 'mark') {
      if (element.localName === 'mark') element.replaceWith(...element.childNodes)
      continue
    }
    element.setAttribute('data-evidence', places.join(' '))
    // A whole paragraph in the color of evidence would hide the single values.
    element.toggleAttribute(
      'data-long',
      places.every((place) => isLong(spans[Number(place)])),
    )
    // One tab stop per value, however many tags it spans.
    if (places.some((place) => !seen.has(place))) element.setAttribute('tabindex', '0')
    for (const place of places) seen.add(place)
  }
}

function isLong(span: Span | undefined): boolean {
  return span !== undefined && span[1] - span[0] > 60
}

function dropPictures(body: DocumentFragment): number {
  let count = 0
  for (const image of body.querySelectorAll('img')) {
    // DOMPurify allows data URLs for pictures, including types other than pixel images.
    if (/^data:image\/(png|gif|jpeg|webp);base64,/i.test(image.getAttribute('src') ?? '')) {
      if (!image.hasAttribute('alt')) image.setAttribute('alt', '')
      continue
    }
    count++
    image.replaceWith(image.getAttribute('alt') ?? '')
  }
  return count
}

function spellOutLinks(body: DocumentFragment): boolean {
  const links = body.querySelectorAll('a')
  for (const link of links) {
    const text = document.createElement('span')
    text.append(...link.childNodes)
    const host = hostOf(link.getAttribute('href') ?? '')
    if (host) {
      text.className = 'link'
      text.dataset.host = host
    }
    link.replaceWith(text)
  }
  return body.querySelector('.link') !== null
}

/** Returns a link's host as the browser reads it: `https://court.gov@evil.example/` leads to `evil.example`. */
function hostOf(href: string): string {
  if (!URL.canParse(href)) return ''
  const url = new URL(href)
  return url.protocol === 'mailto:' ? url.pathname : url.host
}

/** Returns an unguessable key, so that an email can't contain valid marks. */
function secretKey(): string {
  return `k${crypto.getRandomValues(new Uint32Array(2)).join('')}`
}
