import { endedBySlash, hiddenTags } from '@courtcrier/contract/hidden-tags.ts'
import { Tokenizer } from 'htmlparser2'
import type { HtmlSink } from './plain-html.ts'

/**
 * Feeds a sink from the tokenizer. It is used instead of htmlparser2's Parser, which searches its stack of open
 * elements for every closing tag: quadratic on hostile mail.
 */
export function scanAnyHtml(html: string, sink: HtmlSink): void {
  let name = ''
  let hidden = ''
  let depth = 0
  let isHref = false
  let href = ''
  const hide = () => {
    if (hidden === '' && hiddenTags.has(name)) hidden = name
    if (hidden !== '' && hidden === name) depth++
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...unheard,
      ontext(start, end) {
        if (hidden === '') sink.text(html.slice(start, end))
      },
      ontextentity(codePoint) {
        if (hidden === '') sink.text(String.fromCodePoint(codePoint))
      },
      onopentagname(start, end) {
        name = tagName(html, start, end)
        href = ''
        if (hidden === '') sink.tag?.(name, false)
      },
      onopentagend() {
        if (hidden === '' && name === 'a') sink.link?.(href)
        hide()
      },
      onselfclosingtag() {
        if (hidden === '' && name === 'a') sink.link?.(href)
        if (!endedBySlash.has(name)) hide()
      },
      onclosetag(start, end) {
        const closing = tagName(html, start, end)
        if (hidden === '') sink.tag?.(closing, true)
        if (hidden !== '' && closing === hidden && --depth === 0) hidden = ''
      },
      onattribname(start, end) {
        isHref = name === 'a' && end - start === 4 && html.slice(start, end).toLowerCase() === 'href' && href === ''
      },
      onattribdata(start, end) {
        if (isHref) href += html.slice(start, end)
      },
      onattribentity(codePoint) {
        if (isHref) href += String.fromCodePoint(codePoint)
      },
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

const ignore = () => undefined
const unheard = {
  onattribend: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
}

function tagName(html: string, start: number, end: number): string {
  return end - start > 10 ? '' : html.slice(start, end).toLowerCase()
}
