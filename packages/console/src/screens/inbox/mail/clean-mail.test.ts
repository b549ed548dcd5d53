import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hostileMails } from './hostile-mail.fixture.ts'
import { visibleText } from './mark-spans.ts'

/** Sanitizing depends on the browser's parser, so it is tested in a browser, on the page the console shows. */
let browser: Browser
let script: string
let page: Page
let requests: string[]

beforeAll(async () => {
  script = await bundled()
  // Without the package's own arguments: a single process for all pages ends with the first page that is closed.
  browser = await playwright.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'] })
})
afterAll(() => browser?.close())

beforeEach(async () => {
  page = await browser.newPage()
  requests = []
  await page.route('**/*', (route) => {
    requests.push(route.request().url())
    return route.abort()
  })
  await page.setContent('<!doctype html><body>')
  await page.addScriptTag({ content: script })
  return () => page.close()
})

interface Shown {
  html: string
  text: string
  leftOut: number
}

/** Shows the sanitized email as in the console, after a pause in which it could misbehave. */
async function show(mail: string, spans: readonly (readonly [number, number])[] = []): Promise<Shown> {
  return page.evaluate(
    async ([source, marks]) => {
      const { mailPage } = (globalThis as unknown as { mail: typeof import('./mail-page.ts') }).mail
      const { page, leftOut } = mailPage(source, marks, 'Mail')
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-same-origin')
      frame.srcdoc = page
      await new Promise((resolve) => {
        frame.onload = resolve
        document.body.append(frame)
      })
      const body = frame.contentDocument?.body
      return { html: body?.innerHTML ?? '', text: body?.textContent ?? '', leftOut }
    },
    [mail, spans] as const,
  )
}

describe('a hostile email', () => {
  it.each(hostileMails)('with %s neither runs, fetches nor prompts anything', async (_, mail) => {
    const shown = await show(mail)
    expect(shown.text).toContain('Words')
    expect(shown.html).not.toMatch(
      /<(script|svg|math|form|input|button|meta|base|iframe|object|embed|link|style|video|audio|a)\b/i,
    )
    expect(shown.html).not.toMatch(/\s(on\w+|style|background|srcset|href|poster)=/i)
    expect(requests).toEqual([])
    expect(await page.evaluate(() => 'done' in globalThis)).toBe(false)
  })

  it('cannot hide its words: no styling is kept', async () => {
    const shown = await show(
      '<font color=white size=1 style="display:none">Pay here</font><p hidden class=x id=y>and there</p>',
    )
    expect(shown.html).toBe('<font>Pay here</font><p>and there</p>')
  })

  it.each([
    ...['svg', 'math', 'select', 'object', 'noscript', 'title', 'style', 'script', 'template', 'iframe', 'noembed'],
    ...['noframes', 'xmp', 'audio', 'video', 'mi', 'mtext', 'desc', 'foreignobject', 'annotation-xml', 'head'],
  ])('shows what is read of it, and nothing else, in and behind <%s>', async (name) => {
    for (const mail of [
      `A<${name}>words</${name}>Z`,
      `A<${name}/>words`,
      `A<${name}><${name}></${name}>words</${name}>Z`,
    ])
      expect((await show(mail)).text, mail).toBe(visibleText(mail, (reference) => reference))
  })

  it('cannot pass off its own marks as evidence', async () => {
    const shown = await show('<mark data-evidence="k 0">forged</mark> <b data-evidence="0">too</b> true', [[11, 15]])
    expect(shown.html).toBe('forged <b>too</b> <mark data-evidence="0" tabindex="0">true</mark>')
  })

  it('that is broken throughout still shows its words', async () => {
    const shown = await show('<table><tr><td><table><b>Words</td></i></tr><div></b><"><<<a href="')
    expect(shown.text).toContain('Words')
  })
})

describe('an email from a court', () => {
  it('has its links spelled out with their real host', async () => {
    const shown = await show(
      '<a href="https://ecf.cand.uscourts.gov/doc1/035?magic_num=1">118</a> <a href="https://court.gov@evil.example/">x</a>',
    )
    expect(shown.html).toBe(
      '<span class="link" data-host="ecf.cand.uscourts.gov">118</span> <span class="link" data-host="evil.example">x</span>',
    )
  })

  it('says how many remote pictures were removed, and keeps embedded ones', async () => {
    const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    const shown = await show(`<img src="https://court.gov/seal.png" alt="Seal of the court"><img src="${dot}">`)
    expect(shown).toMatchObject({ leftOut: 1, html: `Seal of the court<img src="${dot}" alt="">` })
  })

  it('marks a value that the browser moves out of its table', async () => {
    const mail = '<table><STRONG>Document description:</STRONG>Motion <BR>\n<TAB>[STAMP</table>'
    const start = 'Document description:'.length
    const shown = await show(mail, [[start, start + 6]])
    expect(shown.html).toContain(
      '<strong>Document description:</strong><mark data-evidence="0" tabindex="0">Motion</mark>',
    )
  })
})

/** Bundles the module as a script for the page. */
async function bundled(): Promise<string> {
  const entry = fileURLToPath(new URL('./mail-page.ts', import.meta.url))
  const lib = { entry, name: 'mail', formats: ['iife' as const] }
  const result = await build({ configFile: false, logLevel: 'error', build: { write: false, minify: false, lib } })
  const [output] = [result].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk || !('code' in chunk)) throw new Error('Vite gave no script')
  return chunk.code
}
