import { parentPort } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'

/** What the thread is asked: to open a file, and read up to so many pages of text. */
export interface PdfTask {
  bytes: Uint8Array
  maxPages: number
  /** Text beyond this many characters is left out. */
  maxLength: number
}

export type PdfAnswer =
  | { pages: number; text: string; readPages: number }
  | { error: { name: string; message: string } }

parentPort?.on('message', async (task: PdfTask) => {
  parentPort?.postMessage(await answer(task))
})

async function answer(task: PdfTask): Promise<PdfAnswer> {
  try {
    return await read(task)
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    return { error: { name, message } }
  }
}

async function read({ bytes, maxPages, maxLength }: PdfTask): Promise<PdfAnswer> {
  // No fonts of the machine and no warnings on the console: only structure and text are wanted.
  const file = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false })
  try {
    const texts: string[] = []
    let length = 0
    let page = 0
    while (page < Math.min(maxPages, file.numPages) && length < maxLength) {
      page++
      const text = await pageText(await file.getPage(page))
      texts.push(text)
      length += text.length + 1
    }
    return { pages: file.numPages, text: texts.join('\n').slice(0, maxLength), readPages: page }
  } finally {
    await file.loadingTask.destroy()
  }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

async function pageText(page: Page): Promise<string> {
  const { items } = await page.getTextContent()
  return items
    .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : ' ') : ''))
    .join('')
    .replace(/[ \t]+/g, ' ')
    .trim()
}
